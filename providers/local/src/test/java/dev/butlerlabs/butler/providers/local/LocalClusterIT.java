package dev.butlerlabs.butler.providers.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cluster API's contract for the infrastructure of a cluster. */
@OnRealApiServer
class LocalClusterIT {

  private static final String READY =
      "True Provisioned: there is nothing to build: the workers of this cluster are simulated";

  private final SystemTimeline timeline = new SystemTimeline();
  private Estate estate;

  @BeforeEach
  void start(TestCluster cluster) {
    estate = new Estate(cluster, timeline);
  }

  @AfterEach
  void stop() {
    estate.close();
    timeline.close();
  }

  @Test
  void withoutAClusterItSaysWhatIsMissing() {
    order("{}");

    awaitReady(
        "False ClusterMissing: no Cluster has this as its infrastructure yet."
            + " Create a Cluster whose spec.infrastructureRef names it");
    assertThat(estate.get("localcluster/shop", "{.status.initialization}")).isEmpty();
    assertThat(estate.get("localcluster/shop", "{.metadata.finalizers[0]}"))
        .isEqualTo("butler.butlerlabs.dev/localcluster");
  }

  @Test
  void ownedByAClusterItIsProvisionedAndHandsThroughWhatWasOrdered() {
    order(
        "{controlPlaneEndpoint: {host: api.shop.example, port: 6443},"
            + " failureDomains: [{name: rack-a, controlPlane: true}, {name: rack-b}]}");
    adopt(false);

    awaitReady(READY);
    assertThat(estate.get("localcluster/shop", "{.status.initialization.provisioned}"))
        .isEqualTo("true");
    assertThat(estate.get("localcluster/shop", "{.status.failureDomains[*].name}"))
        .isEqualTo("rack-a rack-b");
    assertThat(estate.get("localcluster/shop", "{.spec.controlPlaneEndpoint}"))
        .isEqualTo("{\"host\":\"api.shop.example\",\"port\":6443}");
    assertThat(Estate.told(estate.localCluster("shop").get(), "Paused"))
        .startsWith("False NotPaused");
    Await.untilTrue(
        "told as an event",
        () ->
            estate
                .events("shop")
                .contains("Provisioned: The workers of this cluster are simulated"));
  }

  /** Cluster API calls the API server as soon as it is told that the infrastructure stands. */
  @Test
  void itIsProvisionedWhenTheControlPlaneIsInitialized() {
    order("{}");
    estate.apply(
        """
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: Cluster
        metadata: {name: shop}
        spec:
          controlPlaneRef: {apiGroup: controlplane.cluster.x-k8s.io, kind: StewardControlPlane, name: shop}
          infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: LocalCluster, name: shop}
        """);
    estate.own("localcluster/shop", "Cluster", "shop");

    awaitReady("False WaitingForControlPlane");
    assertThat(estate.get("localcluster/shop", "{.status.initialization}")).isEmpty();

    estate
        .cluster
        .kubectl(
            "patch",
            "cluster/shop",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\": {\"initialization\": {\"controlPlaneInitialized\": true}}}")
        .requireSuccess();
    awaitReady(READY);
  }

  @Test
  void pausedItIsLeftAloneAndGoesOnLater() {
    order("{}");
    adopt(true);

    await("Paused", "True Paused: Cluster shop is paused; remove that to go on");
    assertThat(estate.get("localcluster/shop", "{.status.initialization}")).isEmpty();

    estate.patch("cluster/shop", "{\"spec\": {\"paused\": false}}");
    awaitReady(READY);

    estate
        .cluster
        .kubectl("annotate", "localcluster/shop", "cluster.x-k8s.io/paused=")
        .requireSuccess();
    await("Paused", "True Paused: the annotation cluster.x-k8s.io/paused is there");
    assertThat(estate.get("localcluster/shop", "{.status.initialization.provisioned}"))
        .as("what was provisioned stays so")
        .isEqualTo("true");
  }

  @Test
  void itGoesOnlyAfterItsMachines() {
    order("{}");
    adopt(false);
    awaitReady(READY);
    estate.apply(
        """
        apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
        kind: LocalMachine
        metadata: {name: one, labels: {cluster.x-k8s.io/cluster-name: shop}, finalizers: [example.com/busy]}
        spec: {}
        ---
        apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
        kind: LocalMachine
        metadata: {name: of-another, labels: {cluster.x-k8s.io/cluster-name: blog}}
        spec: {}
        """);
    // It is held as soon as it is seen, so what it belongs to sees it too.
    estate.await.until(
        "seen",
        estate.localMachine("one"),
        found -> found.hasFinalizer("butler.butlerlabs.dev/localmachine"));
    estate.delete("localcluster/shop");
    awaitReady("False Deleting: it is being deleted and waits for 1 LocalMachines");

    estate.delete("localmachine/one");
    estate.patch("localmachine/one", "{\"metadata\": {\"finalizers\": null}}");

    estate.await.untilGone(estate.localCluster("shop"));
    assertThat(estate.localMachine("of-another").get()).isNotNull();
  }

  private void order(String spec) {
    estate.apply(
        """
        apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
        kind: LocalCluster
        metadata: {name: shop}
        spec: %s
        """
            .formatted(spec));
  }

  private void adopt(boolean paused) {
    estate.apply(
        """
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: Cluster
        metadata: {name: shop}
        spec:
          paused: %s
          infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: LocalCluster, name: shop}
        """
            .formatted(paused));
    estate.own("localcluster/shop", "Cluster", "shop");
  }

  private void awaitReady(String sentence) {
    await("Ready", sentence);
  }

  private void await(String type, String start) {
    estate.await.until(
        "told " + start,
        estate.localCluster("shop"),
        found -> Estate.told(found, type).startsWith(start));
  }
}
