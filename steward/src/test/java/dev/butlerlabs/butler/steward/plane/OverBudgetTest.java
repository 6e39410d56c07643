package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.api.steward.HostedObjects.Phase;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OverBudgetTest {

  @Test
  void tenantOverItsBudgetIsToldSoAndServesOn() {
    var world = new World(Planes.usual());
    world.settle();
    assertThat(phase(world)).isEqualTo(Phase.READY);

    world.room = room(true);
    var plan = world.settle();

    assertThat(phase(world)).isEqualTo(Phase.WRITE_LIMITED);
    assertThat(truth(plan, "WithinBudget")).isEqualTo(Truth.FALSE);
    assertThat(truth(plan, "Ready")).isEqualTo(Truth.TRUE);
    assertThat(world.rollouts).as("pods are left alone").isZero();
    assertThat(plan.basics().orElseThrow().refused()).containsExactly("CREATE", "GROWTH");

    world.room = room(false);
    var after = world.settle();
    assertThat(phase(world)).isEqualTo(Phase.READY);
    assertThat(after.basics().orElseThrow().refused()).isEmpty();
  }

  private static Room room(boolean over) {
    return new Room.Ready(
        "default", Driver.ETCD, List.of("etcd:2379"), World.STORE.certificatePem(), over);
  }

  private static Phase phase(World world) {
    var objects = Objects.requireNonNull(world.plane.getStatus()).kubernetesResources();
    return Objects.requireNonNull(
        Objects.requireNonNull(Objects.requireNonNull(objects).version()).status());
  }

  private static Truth truth(Plan plan, String type) {
    return plan.report().verdicts().stream()
        .filter(one -> one.type().equals(type))
        .map(one -> one.status())
        .findFirst()
        .orElse(Truth.UNKNOWN);
  }
}
