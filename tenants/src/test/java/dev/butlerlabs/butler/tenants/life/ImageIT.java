package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Workers made from images of the factory, on a real API server. */
@OnRealApiServer
class ImageIT {

  private static final String SCHEMATIC =
      "ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925";
  private static final String OTHER = "aaaa980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925";

  @Test
  @DisplayName("H25: a new cluster waits for its image with one cause, and the order is nobody's")
  void newClusterWaitsForItsImage(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      factory(yard);
      order(yard, SCHEMATIC, 1);

      Await.untilTrue("the image is ordered", Yard.PATIENCE, () -> syncs(yard).size() == 1);
      var sync = syncs(yard).getFirst();
      assertThat(sync.getMetadata().getOwnerReferences()).isEmpty();
      assertThat(sync.getSpec().factoryRef().schematicID()).isEqualTo(SCHEMATIC);
      told(
          yard,
          sync,
          "{\"phase\": \"Failed\", \"failureReason\": \"ImageSyncFailed\", \"failureMessage\":"
              + " \"the factory said no\"}");
      yard.awaitReason("web", "ImageReady", "ImageSyncFailed");
      assertThat(yard.told("web").phase()).isEqualTo(Phase.PENDING);
      assertThat(yard.condition("web", "Ready").orElseThrow().message())
          .contains("pool workers", sync.getMetadata().getName(), "the factory said no");

      told(yard, sync, "{\"phase\": \"Ready\", \"providerImageRef\": \"default/talos\"}");
      yard.place("web");
      yard.awaitReason("web", "ImageReady", "ImageReady");
      Await.untilTrue(
          "it is told what brings the image",
          Yard.PATIENCE,
          () -> new LocalRef(sync.getMetadata().getName()).equals(yard.told("web").imageSyncRef()));
    }
  }

  @Test
  @DisplayName("H25: a pool that names no image is made from the schematic chosen for the cluster")
  void usualSchematicIsForPoolsThatNameNoImage(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      factory(yard);
      yard.lab();
      yard.order("web");
      yard.status(
          "web",
          """
          {"effective": {"kubernetesVersion": "v1.35.4", "workers": {"replicas": 1},
            "providerConfigRef": {"name": "lab", "namespace": "%s"}, "schematicID": "%s"}}
          """
              .formatted(yard.home(), SCHEMATIC));

      Await.untilTrue("the image is ordered", Yard.PATIENCE, () -> syncs(yard).size() == 1);
      assertThat(syncs(yard).getFirst().getSpec().factoryRef().schematicID()).isEqualTo(SCHEMATIC);
    }
  }

  @Test
  @DisplayName("H25: a cluster in use goes on and is scaled though its image is gone or another is")
  void clusterInUseIsNotHeldUp(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = made(yard);

      order(yard, OTHER, 2);
      yard.awaitWanted(place, "web", 2);
      Await.untilTrue("the other is ordered", Yard.PATIENCE, () -> syncs(yard).size() == 2);
      yard.others.workers(place);
      yard.awaitReason("web", "Degraded", "ImageSyncPending");
      yard.awaitPhase("web", Phase.READY);
      syncs(yard).forEach(sync -> yard.admin.resource(sync).delete());
      yard.awaitReason("web", "ImageReady", "ImageSyncPending");

      assertThat(yard.condition("web", "Ready").orElseThrow().status()).isEqualTo(Truth.TRUE);
      assertThat(yard.told("web").phase()).isEqualTo(Phase.READY);
    }
  }

  @Test
  @DisplayName("H25: without a factory the wait is explained, and runs no cluster down")
  void withoutAFactoryTheWaitIsExplained(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      cluster.kubectl("delete", "butlerconfig", "butler", "--ignore-not-found").requireSuccess();
      order(yard, SCHEMATIC, 1);

      yard.awaitReason("web", "Ready", "NoImageFactory");

      assertThat(syncs(yard)).isEmpty();
    }
  }

  private static String made(Yard yard) {
    factory(yard);
    order(yard, SCHEMATIC, 1);
    Await.untilTrue("the image is ordered", Yard.PATIENCE, () -> syncs(yard).size() == 1);
    told(
        yard,
        syncs(yard).getFirst(),
        "{\"phase\": \"Ready\", \"providerImageRef\": \"default/talos\"}");
    var place = yard.place("web");
    yard.others.serve(place, "web");
    yard.awaitWanted(place, "web", 1);
    yard.others.workers(place);
    yard.awaitPhase("web", Phase.READY);
    return place;
  }

  private static void factory(Yard yard) {
    yard.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ButlerConfig
        metadata: {name: butler}
        spec: {imageFactory: {url: "https://factory.example.com"}}
        """);
  }

  private static void order(Yard yard, String schematic, int workers) {
    yard.lab();
    yard.order("web");
    yard.letIn(
        "web",
        "v1.35.4",
        "{\"replicas\": %d, \"machineTemplate\": {\"os\": {\"type\": \"kairos\", \"schematicID\": \"%s\"}}}"
            .formatted(workers, schematic));
  }

  private static List<ImageSync> syncs(Yard yard) {
    return yard.admin.resources(ImageSync.class).inNamespace(yard.home()).list().getItems();
  }

  private static void told(Yard yard, ImageSync sync, String status) {
    yard.cluster
        .kubectl(
            "patch",
            "imagesync",
            sync.getMetadata().getName(),
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\": %s}".formatted(status))
        .requireSuccess();
  }
}
