package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Claims of one cluster are never taken for those of another. */
@OnRealApiServer
class ClaimNamesIT {

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private Estate estate;
  private ByHand process;

  @BeforeEach
  void settleIn(TestCluster cluster) {
    estate = Estate.in(cluster);
    process = new ByHand(estate.client(), estate, timeline);
  }

  @AfterEach
  void leave() {
    process.close();
  }

  @Test
  @DisplayName(
      "point 2: clusters whose names read alike never meet, and one's end is not the other's")
  void point2_namesThatReadAlikeNeverMeet(TestCluster cluster) {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    var wide = new Estate(estate.client(), cluster.freshNamespace());
    var narrow = new Estate(estate.client(), wide.namespace() + "-b");
    cluster.kubectl("create", "namespace", narrow.namespace()).requireSuccess();
    var one = order(wide, "b-c");
    var other = order(narrow, "c");

    process.run(DemandKinds.keyOf(one));
    process.run(DemandKinds.keyOf(other));

    assertThat(estate.all()).hasSize(2);
    assertThat(claimsOf("b-c"))
        .singleElement()
        .satisfies(claim -> estate.bind(claim, "10.40.0.8/29"));
    assertThat(claimsOf("c"))
        .singleElement()
        .satisfies(claim -> estate.bind(claim, "10.40.0.16/29"));
    wide.client().resource(one).delete();
    process.run(DemandKinds.keyOf(one));
    assertThat(claimsOf("b-c")).allMatch(claim -> claim.getSpec().releaseWanted());
    assertThat(claimsOf("c")).noneMatch(claim -> claim.getSpec().releaseWanted());
    for (var order : List.of(one, other)) {
      order.getMetadata().setFinalizers(List.of());
      order.getMetadata().setResourceVersion(null);
      estate.client().resource(order).update();
    }
    cluster.kubectl("delete", "namespace", narrow.namespace(), "--wait=false").requireSuccess();
  }

  /** Held by a finalizer, so that it can be seen going. */
  private TenantCluster order(Estate where, String name) {
    var order =
        where.create(
            TenantCluster.class,
            name,
            "{providerConfigRef: {name: lab, namespace: %s}, workers: {replicas: 1}}"
                .formatted(estate.namespace()));
    order.getMetadata().setFinalizers(List.of("test/hold"));
    return where.client().resource(order).update();
  }

  private List<IPAllocation> claimsOf(String cluster) {
    return estate.all().stream()
        .filter(claim -> claim.getSpec().tenantClusterRef().name().equals(cluster))
        .toList();
  }

  @Test
  @DisplayName("point 2: a cluster of the same name as a former one inherits nothing")
  void point2_namesakeOfAFormerClusterInheritsNothing() {
    assertThat(List.of(named("a-b", "c", "1"), named("a", "b-c", "1"), named("a", "b-c", "2")))
        .doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("point 2: a claim of that name which is somebody else's is not adopted")
  void point2_foreignClaimIsNotAdopted() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    var order = estate.order("shop", "networking: {}");
    estate.create(
        IPAllocation.class,
        ClaimNames.of(order).name(IPAllocationSpec.Type.LOADBALANCER, 1),
        "{poolRef: {name: a}, tenantClusterRef: {name: other, namespace: x}, type: loadbalancer}");

    process.run("shop");

    assertThat(estate.only("shop").getMetadata().getName()).endsWith("-lb-2");
  }

  @Test
  @DisplayName("point 2: a claim of the older naming is adopted when it is for this cluster")
  void point2_olderClaimIsAdopted() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");
    var older =
        estate.create(
            IPAllocation.class,
            estate.namespace() + "-shop-lb",
            "{poolRef: {name: a}, tenantClusterRef: {name: shop, namespace: %s}, type: loadbalancer, count: 4}"
                .formatted(estate.namespace()));
    estate.bind(older, "10.40.0.0/30");

    process.run("shop");

    assertThat(estate.all()).hasSize(1);
    assertThat(network().status()).isEqualTo(Truth.TRUE);
  }

  @Test
  @DisplayName("point 14: numbers go on above the highest, whatever was deleted between")
  void point14_numbersGoOnAboveTheHighest() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {lbPoolSize: 1}");
    for (var size = 1; size <= 3; size++) {
      estate.edit("shop", "{networking: {lbPoolSize: %d}}".formatted(size));
      process.run("shop");
      estate.bind(estate.claims("shop").getLast(), "10.40.0." + size);
    }
    remove(estate.claims("shop").get(1));

    process.run("shop");

    assertThat(estate.claims("shop"))
        .extracting(claim -> claim.getMetadata().getName().replaceAll(".*-lb-", ""))
        .containsExactly("1", "3", "4");
  }

  @Test
  void deletedClusterThatCanBeHadBackGivesNothingBackAndWhoTakesItUpInherits() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");
    process.run("shop");
    estate.bind(estate.only("shop"), "10.40.0.8/29");
    annotate("butler.butlerlabs.dev/deletion-grace-period", "72h");
    estate.holders("shop", "test/hold");
    var uid = estate.cluster("shop").getMetadata().getUid();
    estate.client().resource(estate.cluster("shop")).delete();

    process.run("shop");
    var claim = estate.only("shop");
    assertThat(claim.getSpec().releaseWanted()).isFalse();

    estate.status(
        claim,
        "{conditions: [{type: HolderGone, status: 'False', reason: Kept, message: kept,"
            + " lastTransitionTime: '2030-01-01T00:00:00Z'}]}");
    estate.holders("shop");
    estate.order("shop", "networking: {}");
    annotate("butler.butlerlabs.dev/undelete", uid);
    process.run("shop");
    process.run("shop");

    assertThat(estate.only("shop").getMetadata().getLabels())
        .containsEntry(
            "butler.butlerlabs.dev/tenant-uid", estate.cluster("shop").getMetadata().getUid());
    assertThat(estate.only("shop").getMetadata().getName())
        .isEqualTo(claim.getMetadata().getName());
    assertThat(network().status()).isEqualTo(Truth.TRUE);
  }

  /** The line that has a deleted cluster back, written for a namesake that was made meanwhile. */
  @Test
  void clusterThatWasMadeAnewTakesNothingFromWhatIsKeptBesideIt(TestCluster cluster) {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");
    process.run("shop");
    estate.bind(estate.only("shop"), "10.40.0.8/29");
    var kept = estate.only("shop");
    var uid = uid();
    estate.client().resource(estate.cluster("shop")).delete();
    estate.status(
        kept,
        "{conditions: [{type: HolderGone, status: 'False', reason: Kept, message: kept,"
            + " lastTransitionTime: '2030-01-01T00:00:00Z'}]}");
    place(cluster, "butler.butlerlabs.dev/kept=" + uid);
    estate.order("shop", "networking: {}");
    estate.status(estate.cluster("shop"), "{tenantNamespace: shop-of-its-own}");
    annotate("butler.butlerlabs.dev/undelete", uid);

    process.run("shop");
    process.run("shop");

    assertThat(estate.all())
        .filteredOn(one -> one.getMetadata().getName().equals(kept.getMetadata().getName()))
        .singleElement()
        .matches(one -> one.getMetadata().getLabels().containsValue(uid));
    assertThat(estate.claims("shop")).as("it has some of its own").hasSize(2);
  }

  @Test
  @DisplayName(
      "H41: a restored cluster, which has another UID, keeps the addresses its machines use")
  void restoredClusterTakesUpTheClaimsOfTheOneItWas(TestCluster cluster) {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");
    process.run("shop");
    estate.bind(estate.only("shop"), "10.40.0.8/29");
    var before = estate.only("shop");
    estate.client().resource(estate.cluster("shop")).delete();
    estate.order("shop", "networking: {}");

    process.run("shop");
    assertThat(estate.claims("shop")).as("a namesake inherits nothing").hasSize(2);
    estate.claims("shop").stream()
        .filter(claim -> !claim.getMetadata().getName().equals(before.getMetadata().getName()))
        .forEach(this::remove);

    place(cluster);
    process.run("shop");
    process.run("shop");

    assertThat(estate.only("shop").getMetadata())
        .matches(one -> one.getName().equals(before.getMetadata().getName()))
        .matches(one -> one.getLabels().containsValue(uid()));
    assertThat(network().status()).isEqualTo(Truth.TRUE);
  }

  private String uid() {
    return estate.cluster("shop").getMetadata().getUid();
  }

  /** The namespace of the one before, in which its machines are. */
  private void place(TestCluster cluster, String... further) {
    var words =
        Stream.of(
            "label",
            "namespace",
            cluster.freshNamespace(),
            "butler.butlerlabs.dev/source-namespace=" + estate.namespace(),
            "butler.butlerlabs.dev/source-name=shop");
    cluster
        .kubectl(Stream.concat(words, Stream.of(further)).toArray(String[]::new))
        .requireSuccess();
  }

  private void annotate(String key, String value) {
    estate
        .client()
        .resource(estate.cluster("shop"))
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\": {\"annotations\": {\"%s\": \"%s\"}}}".formatted(key, value));
  }

  private Condition network() {
    return estate.condition("shop", "NetworkReady");
  }

  private void remove(IPAllocation claim) {
    letGo(claim);
    estate.client().resource(claim).delete();
  }

  private void letGo(IPAllocation claim) {
    claim.getMetadata().setFinalizers(List.of());
    claim.getMetadata().setResourceVersion(null);
    estate.client().resource(claim).update();
  }

  private static String named(String namespace, String name, String uid) {
    var cluster = new TenantCluster();
    cluster.getMetadata().setNamespace(namespace);
    cluster.getMetadata().setName(name);
    cluster.getMetadata().setUid(uid);
    return ClaimNames.of(cluster).prefix();
  }
}
