package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Whatever call breaks, an upgrade, falling asleep and waking end as if nothing had. */
@OnRealApiServer
class ChangeFaultIT {

  @Test
  void upgradeIsDoneWhateverBreaks(TestCluster cluster) {
    var stage = new Stage(cluster);
    play(
        new Change(
            stage,
            namespace -> stage.letIn(namespace, "v1.35.4"),
            namespace -> stage.letIn(namespace, "v1.36.3"),
            Phase.READY));
  }

  @Test
  void clusterFallsAsleepWhateverBreaks(TestCluster cluster) {
    var stage = new Stage(cluster);
    play(new Change(stage, _ -> {}, namespace -> stage.asleep(namespace, true), Phase.SLEEPING));
  }

  @Test
  void clusterWakesWhateverBreaks(TestCluster cluster) {
    var stage = new Stage(cluster);
    play(
        new Change(
            stage,
            namespace -> stage.asleep(namespace, true),
            namespace -> stage.asleep(namespace, false),
            Phase.READY));
  }

  private static void play(Change change) {
    var outcome = EveryFaultIT.play(change.stage().cluster, change);

    assertThat(outcome.calls()).hasSizeGreaterThan(3);
  }

  /**
   * From one state of rest to another.
   *
   * @param first brings the order to where it begins
   * @param then is what somebody wants of it
   */
  private record Change(Stage stage, Consumer<String> first, Consumer<String> then, Phase ends)
      implements Story {

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      stage.order(namespace);
      first.accept(namespace);
      settle(stage.admin, namespace);
      then.accept(namespace);
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      settle(process.client(), namespace);
    }

    /** The manager looks, Steward and Cluster API do as they are told, until nobody has more. */
    private void settle(KubernetesClient process, String namespace) {
      var hand = new Hand(stage.admin, process);
      var before = "";
      for (var look = 0; look < 10; look++) {
        hand.reconcile(namespace);
        stage.answer(namespace);
        hand.reconcile(namespace);
        var now = EveryFaultIT.whole(stage, namespace);
        if (now.equals(before)) {
          return;
        }
        before = now;
      }
      throw new AssertionError("it does not come to rest: " + before);
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      assertThat(stage.cluster(namespace).getStatus())
          .isNotNull()
          .satisfies(status -> assertThat(status.phase()).isEqualTo(ends))
          .satisfies(status -> assertThat(Yard.version(status)).isEqualTo("v1.36.3"));
      return EveryFaultIT.whole(stage, namespace);
    }
  }
}
