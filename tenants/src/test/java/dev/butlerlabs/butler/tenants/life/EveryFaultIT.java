package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.EndState;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever call breaks, a cluster ends with the same objects, and goes without a trace.
 *
 * <p>Usually a part of the matrix is drawn, by a seed that a failure tells; {@code
 * -Dbutler.faults=all} plays all of it.
 */
@OnRealApiServer
class EveryFaultIT {

  private static final int CELLS = 2;

  @Test
  void clusterIsMadeWhateverBreaks(TestCluster cluster) {
    var outcome = play(cluster, new Making(new Stage(cluster)));

    assertThat(outcome.calls()).hasSizeGreaterThan(10);
  }

  @Test
  void clusterGoesWhateverBreaks(TestCluster cluster) {
    var outcome = play(cluster, new Going(new Stage(cluster)));

    assertThat(outcome.calls()).hasSizeGreaterThan(8);
  }

  static CrashMatrix.Outcome play(TestCluster cluster, Story story) {
    var matrix =
        CrashMatrix.of(cluster, story)
            .with(WireFormat.serialization())
            .readsToo()
            .faults(Fault.KILL_BEFORE, Fault.KILL_AFTER, Fault.AFTER_COMMIT, Fault.CONFLICT);
    var all = "all".equals(System.getProperty("butler.faults"));
    var outcome = (all ? matrix : matrix.sample(new Random().nextLong(), CELLS)).run();
    System.out.println(outcome);
    return outcome;
  }

  /** From an order that was let in to a cluster in use. */
  private record Making(Stage stage) implements Story {

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      stage.order(namespace);
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var hand = new Hand(stage.admin, process.client());
      hand.reconcile(namespace);
      var place = stage.place(namespace);
      stage.others.serve(place, "web");
      hand.reconcile(namespace);
      stage.others.workers(place);
      hand.reconcile(namespace);
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      return whole(stage, namespace);
    }
  }

  /** From a cluster in use to nothing. */
  private record Going(Stage stage) implements Story {

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      stage.order(namespace);
      var hand = new Hand(stage.admin, stage.admin);
      hand.reconcile(namespace);
      stage.others.serve(stage.place(namespace), "web");
      hand.reconcile(namespace);
      stage.others.workers(stage.place(namespace));
      hand.reconcile(namespace);
      stage.claim(namespace);
      stage.admin.resource(stage.cluster(namespace)).delete();
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var hand = new Hand(stage.admin, process.client());
      for (var look = 0; look < 10 && !hand.leave(namespace); look++) {
        var left = stage.find(namespace);
        if (left.isPresent()) {
          stage.clear(stage.place(namespace));
        }
      }
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      return "orders: %d, namespaces: %d, addresses let go: %s"
          .formatted(
              stage
                  .admin
                  .resources(TenantCluster.class)
                  .inNamespace(namespace)
                  .list()
                  .getItems()
                  .size(),
              stage
                  .admin
                  .namespaces()
                  .withLabel("butler.butlerlabs.dev/source-namespace", namespace)
                  .list()
                  .getItems()
                  .size(),
              EndState.of(
                      stage.cluster.client(),
                      namespace,
                      "butler.butlerlabs.dev/v1alpha1/IPAllocation")
                  .contains("HolderGone"));
    }
  }

  /** All objects of the cluster, and what is told of it. */
  static String whole(Stage stage, String namespace) {
    var place = stage.place(namespace);
    var objects =
        EndState.of(
            stage.cluster.client(),
            place,
            "cluster.x-k8s.io/v1beta2/Cluster",
            "cluster.x-k8s.io/v1beta2/MachineDeployment",
            "cluster.x-k8s.io/v1beta2/MachineHealthCheck",
            "bootstrap.cluster.x-k8s.io/v1beta2/KubeadmConfigTemplate",
            "controlplane.cluster.x-k8s.io/v1alpha1/StewardControlPlane",
            "infrastructure.cluster.x-k8s.io/v1alpha1/LocalCluster",
            "infrastructure.cluster.x-k8s.io/v1alpha1/LocalMachineTemplate",
            "networking.k8s.io/v1/NetworkPolicy",
            "v1/ResourceQuota");
    var status = Objects.requireNonNull(stage.cluster(namespace).getStatus());
    return plain(
        objects + status.phase() + status.conditions() + status.observedState(), place, namespace);
  }

  private static String plain(String text, String place, String namespace) {
    return text.replace(place, "{place}")
        .replace(namespace, "{namespace}")
        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "{uid}");
  }
}
