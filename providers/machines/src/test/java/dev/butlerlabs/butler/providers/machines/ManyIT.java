package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.providers.machines.InMemoryPlatform.Vm;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A crowd at one account, beside one whose platform never answers and one that takes its time. How
 * long it takes is measured by {@code ./butler bench accounts}, with 500; here nothing hangs on
 * time.
 */
@OnRealApiServer
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ManyIT {

  private static final int WELL = 150;
  private static final int DEAD = 60;
  private static final int SLOW = 40;
  private static final int AT_ONCE = 8;

  /** Nobody's success hangs on it; it only ends a test that would never end. */
  private static final Duration PATIENCE = Duration.ofMinutes(15);

  private final InMemoryPlatform platform = new InMemoryPlatform();

  @Test
  void allRunWhileAnotherAccountIsDeadAndAThirdHasNotAnsweredOnce(TestCluster cluster)
      throws Exception {
    var lab = Lab.in(cluster).account("dead").account("slow").account("well");
    platform.spread = true;
    platform.dead.add("dead");
    platform.slow.add("slow");
    order(lab, "dead", DEAD);
    order(lab, "slow", SLOW);
    try (var _ = RealEngine.started(lab, platform, RealEngine.hurried(10), AT_ONCE)) {
      // As many machines as may be asked about at once, and the look at the account.
      for (var account : List.of("dead", "slow")) {
        Await.untilTrue(
            "account " + account + " has all it may",
            PATIENCE,
            () -> platform.underway(account) == AT_ONCE + 1);
      }
      order(lab, "well", WELL);

      Await.untilTrue("all run", PATIENCE, () -> running(lab, "well") == WELL);

      assertThat(platform.underway("slow")).isEqualTo(AT_ONCE + 1);
      assertThat(phases(lab, "slow")).isEqualTo(Map.of(Phase.PENDING, (long) SLOW));
      assertThat(phases(lab, "dead")).isEqualTo(Map.of(Phase.PENDING, (long) DEAD));
      assertThat(changes()).isEqualTo(eachOnce(WELL));

      platform.answerTheSlow();
      Await.untilTrue("the slow ones run too", PATIENCE, () -> running(lab, "slow") == SLOW);
    }
    assertThat(platform.most("dead")).isEqualTo(AT_ONCE + 1);
    assertThat(platform.most("slow")).isEqualTo(AT_ONCE + 1);
    assertThat(platform.most("well")).isBetween(1, AT_ONCE + 1);
    assertThat(platform.all().stream().map(Vm::name).distinct()).hasSize(WELL + SLOW);
    assertThat(changes()).isEqualTo(eachOnce(WELL + SLOW));
  }

  private static void order(Lab lab, String account, int machines) {
    for (var i = 0; i < machines; i++) {
      lab.request(account + i, account, "");
    }
  }

  private Map<String, Long> changes() {
    return platform.changes().stream()
        .collect(Collectors.groupingBy(one -> one, Collectors.counting()));
  }

  private static Map<String, Long> eachOnce(long machines) {
    return Map.of("clone", machines, "tag", machines, "start", machines);
  }

  private static long running(Lab lab, String account) {
    return phases(lab, account).getOrDefault(Phase.RUNNING, 0L);
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
