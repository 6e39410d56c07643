package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every control plane gets without asking for it. */
class SafeDefaultsTest {

  private static final String ALL =
      Planes.USUAL + "addons: {konnectivity: {}, workerBootstrap: {provider: talos}}\n";

  @Test
  void noContainerPullsAnImageThatIsThere() {
    var world = new World(Planes.of("shop", ALL));
    world.room =
        new Room.Ready("sql", Driver.POSTGRESQL, List.of("db:5432"), World.STORE.certificatePem());
    world.run();

    var containers = world.containers().toList();

    assertThat(containers)
        .extracting(Container::getName)
        .containsExactlyInAnyOrder(
            "kube-apiserver",
            "kube-controller-manager",
            "kube-scheduler",
            "kine",
            "konnectivity-server",
            "steward-trustd");
    assertThat(containers).extracting(Container::getImagePullPolicy).containsOnly("IfNotPresent");
  }

  @Test
  void onePodAtATimeMayBeTakenAway() {
    var world = new World(Planes.usual());

    var plan = world.run();

    var budget =
        plan.others().stream()
            .filter(PodDisruptionBudget.class::isInstance)
            .map(PodDisruptionBudget.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(budget.getMetadata().getName()).isEqualTo("shop");
    assertThat(budget.getSpec().getMaxUnavailable().getIntVal()).isEqualTo(1);
    assertThat(budget.getSpec().getMinAvailable()).isNull();
    assertThat(budget.getSpec().getSelector().getMatchLabels())
        .as("its own pods, and all of them")
        .isEqualTo(world.deployment().getSpec().getSelector().getMatchLabels())
        .isNotEmpty();
    assertThat(world.deployment().getSpec().getTemplate().getMetadata().getLabels())
        .containsAllEntriesOf(budget.getSpec().getSelector().getMatchLabels());
  }
}
