package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.tenants.drain.Drains;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.ShortPauses;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What a cluster has on its platform goes before it. The cluster is the test's own API server; its
 * controllers, which hold what they have made, are played by hand.
 */
@OnRealApiServer
class DrainIT {

  private static final String DRAIN = "butler.butlerlabs.dev/deletion-drain=";

  @Test
  @DisplayName("H9: load balancers and volumes go while the cluster can still remove them")
  void nothingOfItGoesBeforeWhatItHasMade(TestCluster cluster) throws IOException {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      door(yard, place, Files.readString(cluster.kubeconfig()));
      var shop = shop(yard);
      annotate(yard, "volumes");

      yard.cluster("web").delete();
      awaitCause(yard, "inside of it there is still Service " + shop + "/front");
      awaitCause(yard, "PersistentVolumeClaim " + shop + "/data");
      assertThat(ending(yard, place)).isFalse();
      assertThat(quota(yard, shop, "services-loadbalancers", "services.loadbalancers")).isZero();
      assertThat(quota(yard, shop, "persistentvolumeclaims", "persistentvolumeclaims")).isZero();
      Await.untilTrue(
          "who uses the volume is gone",
          Yard.PATIENCE,
          () -> yard.admin.pods().inNamespace(shop).withName("user").get() == null);
      assertThat(yard.admin.pods().inNamespace(shop).withName("other").get())
          .as("whoever uses no volume")
          .isNotNull();

      let(yard.admin.services().inNamespace(shop).withName("front"));
      let(yard.admin.persistentVolumeClaims().inNamespace(shop).withName("data"));
      awaitCause(yard, "inside of it there is still PersistentVolume " + shop);
      assertThat(ending(yard, place)).isFalse();

      let(yard.admin.persistentVolumes().withName(shop));
      yard.admin.persistentVolumes().withName(shop).delete();
      Await.untilTrue(
          "the cluster goes",
          Yard.PATIENCE,
          () -> yard.others.find(Others.CAPI, "Cluster", place, "web").get() == null);
    }
  }

  @Test
  @DisplayName("H9: a cluster that does not answer goes after ten minutes, and it is told")
  void whoIsSilentIsWaitedForButNotForEver(TestCluster cluster) throws IOException {
    var clock = new SteppedTimeline(Instant.parse("2040-01-02T12:00:00Z"));
    try (var pauses = new ShortPauses(clock);
        var yard = new Yard(cluster, pauses)) {
      var place = yard.ready("web");
      door(
          yard,
          place,
          Files.readString(cluster.kubeconfig())
              .replaceAll("server: .*", "server: https://127.0.0.1:1"));
      annotate(yard, "load-balancers");

      yard.cluster("web").delete();
      awaitCause(yard, "are being looked for inside of it");
      // Words are told a little later by the clock, and nobody knows how far it gets meanwhile.
      Await.untilTrue(
          "why nobody knows is told",
          Yard.PATIENCE,
          () -> {
            clock.advance(Duration.ofSeconds(1));
            return why(yard)
                .contains("what it has on its platform cannot be looked for: no answer");
          });
      assertThat(Objects.requireNonNull(yard.told("web").cause()).butlerDoes())
          .contains("at 2040-01-02T12:10:00Z takes the cluster away all the same");
      assertThat(ending(yard, place)).isFalse();

      clock.advance(Drains.LONGEST.plusSeconds(5));
      Await.untilTrue(
          "it goes all the same",
          Yard.PATIENCE,
          () -> yard.others.find(Others.CAPI, "Cluster", place, "web").get() == null);
      awaitWarned(yard, "look for what it had on its platform");
    }
  }

  @Test
  @DisplayName("H9: what somebody refuses for one namespace keeps nothing of another one")
  void quotaThatIsSomebodyElsesHoldsUpNothing(TestCluster cluster) throws IOException {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      door(yard, place, Files.readString(cluster.kubeconfig()));
      var shop = cluster.freshNamespace();
      yard.applyIn(
          shop,
          """
          apiVersion: v1
          kind: ResourceQuota
          metadata: {name: butler-deletion-services-loadbalancers}
          spec: {hard: {services.loadbalancers: "9"}}
          ---
          apiVersion: v1
          kind: Service
          metadata: {name: front}
          spec: {type: LoadBalancer, ports: [{port: 443}]}
          """);
      annotate(yard, "load-balancers");

      yard.cluster("web").delete();

      Await.untilTrue(
          "it goes",
          Yard.PATIENCE,
          () -> yard.others.find(Others.CAPI, "Cluster", place, "web").get() == null);
      assertThat(yard.admin.services().inNamespace(shop).withName("front").get()).isNull();
      assertThat(quota(yard, shop, "services-loadbalancers", "services.loadbalancers"))
          .as("it is somebody else's")
          .isEqualTo(9);
    }
  }

  @Test
  void whoSleepsGoesAndItIsTold(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      annotate(yard, "load-balancers");
      yard.others.planeSleeps(place, "web");

      yard.cluster("web").delete();

      yard.awaitPhase("web", Phase.DELETING);
      Await.untilTrue(
          "it goes",
          Yard.PATIENCE,
          () -> yard.others.find(Others.CAPI, "Cluster", place, "web").get() == null);
      awaitWarned(yard, "its control plane sleeps");
    }
  }

  @Test
  void wordThatNobodyKnowsHoldsItUntilItIsMended(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      annotate(yard, "disks");

      yard.cluster("web").delete();
      awaitCause(yard, "says 'disks', which is none of its words");
      assertThat(ending(yard, place)).isFalse();

      annotate(yard, "none");
      Await.untilTrue(
          "it goes",
          Yard.PATIENCE,
          () -> yard.others.find(Others.CAPI, "Cluster", place, "web").get() == null);
    }
  }

  /** A load balancer, and a volume with somebody who uses it, as their controllers hold them. */
  private static String shop(Yard yard) {
    var shop = yard.cluster.freshNamespace();
    yard.applyIn(
        shop,
        """
        apiVersion: v1
        kind: Service
        metadata: {name: front, finalizers: [service.kubernetes.io/load-balancer-cleanup]}
        spec: {type: LoadBalancer, ports: [{port: 443}]}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: back}
        spec: {ports: [{port: 80}]}
        ---
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: data}
        spec:
          accessModes: [ReadWriteOnce]
          volumeName: %1$s
          resources: {requests: {storage: 1Gi}}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: user}
        spec:
          automountServiceAccountToken: false
          containers: [{name: one, image: example.com/one}]
          volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: other}
        spec:
          automountServiceAccountToken: false
          containers: [{name: one, image: example.com/one}]
        """
            .formatted(shop));
    yard.apply(
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %1$s}
        spec:
          accessModes: [ReadWriteOnce]
          capacity: {storage: 1Gi}
          persistentVolumeReclaimPolicy: Delete
          claimRef: {namespace: %1$s, name: data}
          csi: {driver: csi.example.com, volumeHandle: %1$s}
        """
            .formatted(shop));
    return shop;
  }

  private static void door(Yard yard, String place, String kubeconfig) {
    yard.admin
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(place)
                .withName("web-admin-kubeconfig")
                .endMetadata()
                .withStringData(Map.of("admin.conf", kubeconfig))
                .build())
        .create();
  }

  private static void annotate(Yard yard, String word) {
    yard.cluster
        .kubectl("annotate", "--overwrite", "tenantcluster", "web", DRAIN + word)
        .requireSuccess();
  }

  private static void awaitCause(Yard yard, String what) {
    Await.untilTrue(what + " is told", Yard.PATIENCE, () -> why(yard).contains(what));
  }

  private static String why(Yard yard) {
    var cause = yard.told("web").cause();
    return cause == null ? "" : cause.what();
  }

  private static boolean ending(Yard yard, String place) {
    return yard.others.find(Others.CAPI, "Cluster", place, "web").require().isMarkedForDeletion();
  }

  private static int quota(Yard yard, String namespace, String name, String counted) {
    var quota =
        yard.admin
            .resourceQuotas()
            .inNamespace(namespace)
            .withName("butler-deletion-" + name)
            .require();
    return quota
        .getSpec()
        .getHard()
        .getOrDefault(counted, new Quantity("1"))
        .getNumericalAmount()
        .intValue();
  }

  private static <T extends HasMetadata> void let(Resource<T> held) {
    held.edit(
        one -> {
          one.getMetadata().setFinalizers(List.of());
          return one;
        });
  }

  private static void awaitWarned(Yard yard, String words) {
    Await.untilTrue(
        "a warning says: " + words,
        Yard.PATIENCE,
        () ->
            yard.admin.events().v1().events().inNamespace(yard.home()).list().getItems().stream()
                .filter(one -> "DrainIncomplete".equals(one.getReason()))
                .anyMatch(one -> one.getNote().contains(words)));
  }
}
