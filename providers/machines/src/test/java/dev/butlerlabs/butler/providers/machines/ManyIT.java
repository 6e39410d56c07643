package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.providers.machines.InMemoryPlatform.Vm;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A crowd at one account, beside another account whose platform never answers. */
@OnRealApiServer
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ManyIT {

  private static final int MACHINES = 500;
  private static final int OF_THE_DEAD = 100;
  private static final int AT_ONCE = 8;

  /** Nobody's success hangs on it; it only ends a test that would never end. */
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private final InMemoryPlatform platform = new InMemoryPlatform();

  @Test
  void fiveHundredRunWhileAnotherAccountIsDead(TestCluster cluster) throws Exception {
    var lab = Lab.in(cluster).account("dead").account("well");
    platform.spread = true;
    platform.dead.add("dead");
    for (var i = 0; i < OF_THE_DEAD; i++) {
      lab.request("d" + i, "dead", "");
    }
    try (var _ = RealEngine.started(lab, platform, RealEngine.hurried(10), AT_ONCE)) {
      // As many machines as may be asked about at once, and the look at the account.
      Await.untilTrue(
          "the dead account has all it may",
          PATIENCE,
          () -> platform.underway("dead") == AT_ONCE + 1);
      for (var i = 0; i < MACHINES; i++) {
        lab.request("w" + i, "well", "");
      }

      Await.untilTrue(
          "all run",
          PATIENCE,
          () -> phases(lab, "w").equals(Map.of(Phase.RUNNING, (long) MACHINES)));

      assertThat(phases(lab, "d"))
          .containsOnlyKeys(Phase.PENDING)
          .containsValue((long) OF_THE_DEAD);
    }
    assertThat(platform.most("dead")).isEqualTo(AT_ONCE + 1);
    assertThat(platform.most("well")).isBetween(1, AT_ONCE + 1);
    assertThat(platform.all().stream().map(Vm::name).distinct()).hasSize(MACHINES);
    assertThat(
            platform.changes().stream()
                .collect(Collectors.groupingBy(one -> one, Collectors.counting())))
        .isEqualTo(
            Map.of("clone", (long) MACHINES, "tag", (long) MACHINES, "start", (long) MACHINES));
  }

  private static Map<Phase, Long> phases(Lab lab, String prefix) {
    return lab
        .client()
        .resources(MachineRequest.class)
        .inNamespace(lab.namespace())
        .list()
        .getItems()
        .stream()
        .filter(one -> one.getMetadata().getName().startsWith(prefix))
        .map(
            one ->
                Optional.ofNullable(one.getStatus())
                    .flatMap(told -> Optional.ofNullable(told.phase())))
        .collect(
            Collectors.groupingBy(phase -> phase.orElse(Phase.UNKNOWN), Collectors.counting()));
  }
}
