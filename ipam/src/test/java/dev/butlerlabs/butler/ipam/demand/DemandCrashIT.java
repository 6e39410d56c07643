package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.EndState;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Whatever call breaks, a cluster ends with the same claims.
 *
 * <p>Usually a part of the matrix is drawn, by a seed that a failure tells; {@code
 * -Dbutler.faults=all} plays all of it.
 */
@OnRealApiServer
class DemandCrashIT {

  private static final int CELLS = 5;

  @Test
  void firstBlockGrowthAndGivingBackSurviveEveryFault(TestCluster cluster) {
    Estate.install(cluster);
    var admin = cluster.client(WireFormat.serialization());

    var matrix =
        CrashMatrix.of(cluster, new Life(admin, cluster.kubeconfig()))
            .with(WireFormat.serialization());
    var all = "all".equals(System.getProperty("butler.faults"));

    var outcome = (all ? matrix : matrix.sample(new Random().nextLong(), CELLS)).run();

    assertThat(outcome.calls()).hasSizeGreaterThan(5);
  }

  /** A cluster is ordered, grows with a Service, and gives back when that has gone. */
  private record Life(KubernetesClient admin, Path kubeconfig) implements Story {

    private Estate estate(String namespace) {
      return new Estate(admin, namespace);
    }

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      var estate = estate(namespace);
      estate.provider(
          "poolRefs: [{name: a}], loadBalancer: {allocationMode: elastic, initialPoolSize: 1}");
      estate.pool("a", "10.40.0.0/24", 254, 254);
      estate.order("shop", "networking: {}");
      estate.reach("shop", kubeconfig);
      estate.service("one");
      estate.give("one", "10.40.0.1");
      estate.service("two");
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var estate = estate(namespace);
      var timeline = SteppedTimeline.atNewYear();
      try (var life = new ByHand(process.client(), estate, timeline)) {
        life.run("shop");
        bind(estate, 0, "10.40.0.1/32");
        life.run("shop");
        var second = second(estate);
        if (second != null) {
          grow(life, estate, second);
        }
        life.awaitSeeing("shop", estate, 1, 1);
        life.run("shop");
        timeline.advance(Duration.ofMinutes(10));
        life.run("shop");
        life.run("shop");
      }
    }

    private static void grow(ByHand life, Estate estate, Service second) {
      var served = second.getStatus().getLoadBalancer().getIngress().size();
      life.awaitSeeing("shop", estate, 2, 1 + served);
      life.run("shop");
      bind(estate, 1, "10.40.0.8/31");
      estate.give("two", "10.40.0.8");
      life.awaitSeeing("shop", estate, 2, 2);
      life.run("shop");
      estate.client().resource(second).delete();
    }

    private static @Nullable Service second(Estate estate) {
      return estate.client().services().inNamespace(estate.namespace()).withName("two").get();
    }

    /** The pool's part, which may have been done by an earlier life. */
    private static void bind(Estate estate, int index, String range) {
      var claim = estate.claims("shop").get(index);
      if (claim.getStatus() == null || claim.getStatus().phase() == null) {
        estate.bind(claim, range);
      }
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      return EndState.of(admin, namespace, "butler.butlerlabs.dev/v1alpha1/IPAllocation")
          .replaceAll("shop-[0-9a-v]{10}", "shop-{hash}")
          .replaceAll("tenant-uid: \"?[0-9a-f-]+\"?", "tenant-uid: {uid}")
          .replaceAll("asked: \"?[0-9.]+\"?", "asked: {mark}")
          .replaceAll("unusedSince: .*", "unusedSince: {time}");
    }
  }
}
