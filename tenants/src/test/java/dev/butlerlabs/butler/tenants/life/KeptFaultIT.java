package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.testkit.EndState;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever call breaks, a deleted cluster is kept whole, is had back whole, or goes without a
 * trace.
 *
 * <p>{@code -Dbutler.faults=all} plays every fault at every call.
 */
@OnRealApiServer
class KeptFaultIT {

  @Test
  void clusterIsKeptWhateverBreaks(TestCluster cluster) {
    var outcome = EveryFaultIT.play(cluster, new FallingAsleep(new Stage(cluster)));

    assertThat(outcome.calls()).hasSizeGreaterThan(6);
  }

  @Test
  void clusterIsHadBackWhateverBreaks(TestCluster cluster) {
    var outcome = EveryFaultIT.play(cluster, new ComingBack(new Stage(cluster)));

    assertThat(outcome.calls()).hasSizeGreaterThan(8);
  }

  @Test
  void keptClusterGoesWhateverBreaks(TestCluster cluster) {
    var outcome = EveryFaultIT.play(cluster, new Ending(new Stage(cluster)));

    assertThat(outcome.calls()).hasSizeGreaterThan(8);
  }

  /** From a cluster in use that is deleted to one that is kept. */
  private record FallingAsleep(Stage stage) implements Story {

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      use(stage, namespace);
      stage.admin.resource(stage.cluster(namespace)).delete();
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      fallAsleep(stage, namespace, new Hand(stage.admin, process.client(), now(stage, namespace)));
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      return state(stage, namespace);
    }
  }

  /** From one that is kept to one that is in use again. */
  private record ComingBack(Stage stage) implements Story {

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      keep(stage, namespace);
      var uid = place(stage, namespace).getMetadata().getLabels().get("butler.butlerlabs.dev/kept");
      stage.order(namespace, "{butler.butlerlabs.dev/undelete: \"%s\"}".formatted(uid));
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var hand = new Hand(stage.admin, process.client(), now(stage, namespace));
      var place = place(stage, namespace).getMetadata().getName();
      hand.reconcile(namespace);
      stage.others.serve(place, "web");
      hand.reconcile(namespace);
      stage.others.workers(place);
      hand.reconcile(namespace);
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      var place = place(stage, namespace).getMetadata().getName();
      assertThat(replicas(stage, place)).as("its control plane").isNotEqualTo("0");
      return state(stage, namespace);
    }
  }

  /** From one that is kept to nothing. */
  private record Ending(Stage stage) implements Story {

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      keep(stage, namespace);
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var later = now(stage, namespace).plus(Duration.ofHours(100));
      var hand = new Hand(stage.admin, process.client(), later);
      for (var look = 0; look < 10 && !places(stage, namespace).isEmpty(); look++) {
        var place = place(stage, namespace).getMetadata().getName();
        hand.end(place);
        stage.clear(place);
      }
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      return state(stage, namespace);
    }
  }

  private static void use(Stage stage, String namespace) {
    stage.order(namespace, "{butler.butlerlabs.dev/deletion-grace-period: 72h}");
    var hand = new Hand(stage.admin, stage.admin);
    hand.reconcile(namespace);
    stage.others.serve(stage.place(namespace), "web");
    hand.reconcile(namespace);
    stage.others.workers(stage.place(namespace));
    hand.reconcile(namespace);
    stage.claim(namespace, stage.cluster(namespace).getMetadata().getUid());
  }

  private static void keep(Stage stage, String namespace) {
    use(stage, namespace);
    stage.admin.resource(stage.cluster(namespace)).delete();
    fallAsleep(stage, namespace, new Hand(stage.admin, stage.admin, now(stage, namespace)));
  }

  private static void fallAsleep(Stage stage, String namespace, Hand hand) {
    for (var look = 0; look < 10 && !hand.leave(namespace); look++) {
      var place = place(stage, namespace).getMetadata().getName();
      stage.others.workers(place);
      if (replicas(stage, place).equals("0")) {
        stage.others.planeSleeps(place, "web");
      }
    }
  }

  private static String replicas(Stage stage, String place) {
    var plane =
        stage.others.find(
            "controlplane.cluster.x-k8s.io/v1alpha1", "StewardControlPlane", place, "web");
    return Others.tree(plane.require()).at("/spec/replicas").asText();
  }

  /** The API server says when something was deleted, so its time is the time here. */
  private static Instant now(Stage stage, String namespace) {
    return Instant.parse(
        stage
            .admin
            .namespaces()
            .withName(namespace)
            .require()
            .getMetadata()
            .getCreationTimestamp());
  }

  private static List<Namespace> places(Stage stage, String namespace) {
    return stage
        .admin
        .namespaces()
        .withLabel("butler.butlerlabs.dev/source-namespace", namespace)
        .list()
        .getItems();
  }

  private static Namespace place(Stage stage, String namespace) {
    return places(stage, namespace).getFirst();
  }

  /** What is there, without what differs from run to run. */
  private static String state(Stage stage, String namespace) {
    var orders =
        stage.admin.resources(TenantCluster.class).inNamespace(namespace).list().getItems();
    var text = new StringBuilder("orders: " + orders.size() + "\n");
    text.append(EndState.of(stage.cluster.client(), namespace, "v1/ConfigMap"));
    text.append(
        EndState.of(
            stage.cluster.client(), namespace, "butler.butlerlabs.dev/v1alpha1/IPAllocation"));
    for (var place : places(stage, namespace)) {
      var name = place.getMetadata().getName();
      text.append("place: ").append(place.getMetadata().getLabels());
      text.append(
          EndState.of(
              stage.cluster.client(),
              name,
              "cluster.x-k8s.io/v1beta2/Cluster",
              "cluster.x-k8s.io/v1beta2/MachineDeployment",
              "controlplane.cluster.x-k8s.io/v1alpha1/StewardControlPlane"));
    }
    return plain(text.toString(), namespace);
  }

  private static String plain(String text, String namespace) {
    return text.replace(namespace, "{namespace}")
        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "{uid}")
        .replaceAll("web-[0-9a-f]{8}", "{place}")
        .replaceAll("20\\d\\d-\\d\\d-\\d\\dT[0-9:]+Z", "{time}");
  }
}
