package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The real engine: what is watched is acted on at once, and accounts do not hold each other up. */
@OnRealApiServer
class WatchedIT {

  private final InMemoryPlatform platform = new InMemoryPlatform();

  @Test
  void changedSecretHealsWithoutWaitingForAnyTimer(TestCluster cluster) throws Exception {
    var lab = Lab.in(cluster);
    lab.secret("a", "wrong-password-canary");
    lab.config("a", "a");
    lab.request("m", "a", "");
    try (var _ = RealEngine.started(lab, platform, SteppedTimeline.atNewYear(), 2)) {
      await(lab, "m", Phase.FAILED);

      lab.secret("a", "right-password");

      await(lab, "m", Phase.CREATING);
    }
  }

  @Test
  void deadAccountHoldsUpNobodyElse(TestCluster cluster) throws Exception {
    var lab = Lab.in(cluster).account("dead").account("well");
    platform.dead.add("dead");
    for (var i = 0; i < 40; i++) {
      lab.request("d" + i, "dead", "");
    }
    var timeline = SteppedTimeline.atNewYear();
    try (var _ = RealEngine.started(lab, platform, timeline, 4)) {
      await(lab, "d39", Phase.PENDING);
      // Four machines of the dead account, and a look at each of the two accounts.
      Await.untilTrue("the dead account has all it may", () -> platform.calls.get() >= 6);
      assertThat(platform.calls.get()).isEqualTo(6);
      lab.request("w", "well", "");

      await(lab, "w", Phase.CREATING);
      await(lab, "d0", Phase.PENDING);
    }
  }

  @Test
  void deletedIsToldBeforeTheFinalizerGoes(TestCluster cluster) throws Exception {
    var lab = Lab.in(cluster).account("a");
    var phases = new CopyOnWriteArrayList<String>();
    lab.request("m", "a", "");
    try (var _ = lab.machine("m").watch(noting(phases));
        var _ = RealEngine.started(lab, platform, RealEngine.hurried(60), 2)) {
      await(lab, "m", Phase.RUNNING);
      lab.machine("m").delete();
      new Await(lab.client()).untilGone(lab.machine("m"));
      // Whoever waits has a watch of its own, which may be ahead of this one.
      Await.untilTrue("its end was noted", () -> phases.contains("DELETED gone"));
    }

    assertThat(phases.stream().distinct())
        .containsSubsequence("PENDING", "CREATING", "RUNNING", "DELETING", "DELETED held")
        .last()
        .isEqualTo("DELETED gone");
    assertThat(platform.all()).isEmpty();
  }

  private static Watcher<MachineRequest> noting(List<String> phases) {
    return new Watcher<>() {
      @Override
      public void eventReceived(Action action, MachineRequest one) {
        var status = one.getStatus();
        var phase = status == null || status.phase() == null ? "none" : status.phase().name();
        var gone = action == Action.DELETED ? " gone" : " held";
        phases.add(phase.equals("DELETED") ? phase + gone : phase);
      }

      @Override
      public void onClose(WatcherException cause) {}
    };
  }

  private static void await(Lab lab, String name, Phase phase) {
    new Await(lab.client())
        .until(
            name + " is " + phase,
            lab.machine(name),
            one -> one.getStatus() != null && one.getStatus().phase() == phase);
  }
}
