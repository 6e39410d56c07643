package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class DemandIT {

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
  void staticClusterGetsOneBlockAndIsReadyWhenItIsHeld() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");

    process.run("shop");

    var claim = only("shop");
    assertThat(Estate.words(claim)).isEqualTo("lb a 8");
    assertThat(claim.getMetadata().getName()).matches("shop-[0-9a-v]{10}-lb-1");
    assertThat(claim.getMetadata().getFinalizers())
        .containsExactly("butler.butlerlabs.dev/ipallocation");
    assertThat(claim.getMetadata().getLabels())
        .containsAllEntriesOf(
            Map.of(
                "butler.butlerlabs.dev/network-pool", "a",
                "butler.butlerlabs.dev/team", estate.namespace(),
                "butler.butlerlabs.dev/tenant", "shop",
                "butler.butlerlabs.dev/allocation-type", "loadbalancer",
                "butler.butlerlabs.dev/allocation-role", "initial",
                "butler.butlerlabs.dev/tenant-uid", estate.cluster("shop").getMetadata().getUid()));
    process.run("shop");
    assertThat(network().reason()).isEqualTo("Reconciling");

    estate.bind(claim, "10.40.0.8/29");
    process.run("shop");

    assertThat(network().status()).isEqualTo(Truth.TRUE);
    assertThat(network().message()).isEqualTo("load balancers 10.40.0.8-10.40.0.15");
    assertThat(estate.cluster("shop").getStatus().lbAllocationRef())
        .isEqualTo(new LocalRef(claim.getMetadata().getName()));
    assertThat(estate.condition("shop", "LoadBalancerCapacity").reason()).isEqualTo("FixedBlock");
  }

  @Test
  @DisplayName("point 24: the pool's default is asked where the provider says nothing")
  void point24PoolDefaultCounts() {
    estate.provider("poolRefs: [{name: a}]");
    estate.create(
        NetworkPool.class,
        "a",
        "{cidr: 10.40.0.0/24, tenantAllocation: {defaults: {lbPoolPerTenant: 3}}}");
    estate.order("shop", "networking: {}");

    process.run("shop");

    assertThat(Estate.words(only("shop"))).isEqualTo("lb a 3");
  }

  @Test
  void elasticClusterWithoutIngressIsReadyWithoutAnyClaim() {
    estate.provider("poolRefs: [{name: a}], loadBalancer: {allocationMode: elastic}");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "addons: {ingress: {enabled: false}}");

    process.run("shop");

    assertThat(estate.all()).isEmpty();
    assertThat(network().status()).isEqualTo(Truth.TRUE);
    assertThat(estate.condition("shop", "LoadBalancerCapacity").reason())
        .isEqualTo("TenantNotReady");
  }

  @Test
  @DisplayName("point 12: pools are tried by priority, then in their order")
  void point12PriorityDecides() {
    estate.provider("poolRefs: [{name: a, priority: 5}, {name: b}, {name: c}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.pool("b", "10.41.0.0/24", 7, 7);
    estate.pool("c", "10.42.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");

    process.run("shop");

    assertThat(Estate.words(only("shop"))).isEqualTo("lb c 8");
  }

  @Test
  @DisplayName("point 11: a refused claim falls through to the next pool and rests there")
  void point11RefusedClaimFallsThrough() {
    estate.provider("poolRefs: [{name: a}, {name: b}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.pool("b", "10.41.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");
    process.run("shop");
    estate.refuse(only("shop"), "NoContiguousBlock");

    process.run("shop");
    released();
    process.run("shop");

    assertThat(Estate.words(only("shop"))).isEqualTo("lb b 8");
    assertThat(only("shop").getMetadata().getName()).endsWith("-lb-2");
    estate.refuse(only("shop"), "PoolExhausted");
    process.run("shop");

    assertThat(claims("shop")).as("nothing goes round in circles").containsExactly("lb b 8");
    assertThat(network().reason()).isEqualTo("PoolExhausted");
    assertThat(estate.events("shop")).containsExactly("AddressesRefused");
  }

  @Test
  void exhaustionIsToldWithFigures() {
    estate.provider("poolRefs: [{name: a}, {name: gone}]");
    estate.pool("a", "10.40.0.0/24", 5, 2);
    estate.order("shop", "networking: {}");

    process.run("shop");

    assertThat(estate.all()).isEmpty();
    assertThat(network().reason()).isEqualTo("PoolExhausted");
    assertThat(network().message())
        .isEqualTo(
            "8 more addresses are needed and no pool has them: pool a has 5 free, at most 2 in a"
                + " row; pool gone does not exist in namespace "
                + estate.namespace()
                + "; enlarge a pool or add one to the ProviderConfig");
  }

  @Test
  @DisplayName("point 13: a fragmented pool serves a block in pieces")
  void point13FragmentedPoolServesInPieces() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 9, 5);
    estate.order("shop", "networking: {}");
    process.run("shop");
    assertThat(claims("shop")).containsExactly("lb a 5");
    process.run("shop");
    assertThat(claims("shop")).as("the next piece waits").containsExactly("lb a 5");

    estate.bind(only("shop"), "10.40.0.8-10.40.0.12");
    estate.figures("a", 4, 4);
    process.run("shop");

    assertThat(claims("shop")).containsExactly("lb a 5", "lb a 3");
    estate.bind(estate.claims("shop").get(1), "10.40.0.20-10.40.0.22");
    process.run("shop");
    assertThat(network().message())
        .isEqualTo("load balancers 10.40.0.8-10.40.0.12, 10.40.0.20-10.40.0.22");
  }

  @Test
  void quotaCutsTheFirstBlock() {
    estate.provider("poolRefs: [{name: a}], quotaPerTenant: {maxLoadBalancerIPs: 3}");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {lbPoolSize: 20}");

    process.run("shop");

    assertThat(claims("shop")).containsExactly("lb a 3");
  }

  @Test
  @DisplayName("point 25: the block follows the order, and the pool can be chosen")
  void point25BlockFollowsTheOrder() {
    estate.provider("poolRefs: [{name: a}, {name: b}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.pool("b", "10.41.0.0/24", 254, 254);
    estate.order("shop", "networking: {lbPoolSize: 2, addressPool: b}");
    process.run("shop");
    estate.bind(only("shop"), "10.41.0.0/31");
    process.run("shop");

    estate.edit("shop", "{networking: {lbPoolSize: 5}}");
    process.run("shop");

    assertThat(claims("shop")).containsExactly("lb b 2", "lb b 3");
    assertThat(network().status()).as("it stays ready").isEqualTo(Truth.TRUE);
    estate.edit("shop", "{networking: {addressPool: nope}}");
    process.run("shop");
    assertThat(estate.condition("shop", "LoadBalancerCapacity").reason()).isEqualTo("Reconciling");
  }

  @Test
  @DisplayName("point 25: pinned addresses are claimed as such")
  void point25PinIsClaimed() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order(
        "shop",
        "networking: {lbPoolSize: 1, pinnedLoadBalancerRange: {start: 10.40.0.9, end: 10.40.0.10}}");

    process.run("shop");

    assertThat(claims("shop")).containsExactly("lb a 2", "lb a 1");
    assertThat(estate.claims("shop").getFirst().getSpec().pinnedRange())
        .isEqualTo(new IPAllocationSpec.PinnedRange("10.40.0.9", "10.40.0.10"));
  }

  @Test
  @DisplayName("point 2: clusters whose names read alike never meet")
  void point2NamesThatReadAlikeNeverMeet(TestCluster cluster) {
    var one = named("a-b", "c", "1");
    var other = named("a", "b-c", "1");
    var reborn = named("a", "b-c", "2");

    assertThat(List.of(one, other, reborn)).doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("point 2: a claim of that name which is somebody else's is not adopted")
  void point2ForeignClaimIsNotAdopted() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    var order = estate.order("shop", "networking: {}");
    estate.create(
        IPAllocation.class,
        ClaimNames.of(order).name(IPAllocationSpec.Type.LOADBALANCER, 1),
        "{poolRef: {name: a}, tenantClusterRef: {name: other, namespace: x}, type: loadbalancer}");

    process.run("shop");

    assertThat(only("shop").getMetadata().getName()).endsWith("-lb-2");
  }

  @Test
  @DisplayName("point 2: a claim of the older naming is adopted when it is for this cluster")
  void point2OlderClaimIsAdopted() {
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
  void point14NumbersGoOnAboveTheHighest() {
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
  @DisplayName("point 3: a deleted cluster asks for its addresses back and frees nothing itself")
  void point3DeletedClusterGivesEverythingBack() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {lbPoolSize: 1}");
    process.run("shop");
    estate.bind(only("shop"), "10.40.0.1");
    estate.edit("shop", "{networking: {lbPoolSize: 2}}");
    process.run("shop");
    var cluster = estate.cluster("shop");
    cluster.getMetadata().setFinalizers(List.of("test/hold"));
    estate.client().resource(cluster).update();
    estate.client().resource(cluster).delete();

    process.run("shop");

    assertThat(estate.all())
        .anySatisfy(claim -> assertThat(Estate.words(claim)).isEqualTo("lb a 1 released"))
        .allSatisfy(
            claim ->
                assertThat(claim.getSpec().releaseWanted() || claim.isMarkedForDeletion())
                    .isTrue());
    cluster = estate.cluster("shop");
    cluster.getMetadata().setFinalizers(List.of());
    estate.client().resource(cluster).update();
  }

  @Test
  void providerThatIsNotThereIsToldAsTheCause() {
    estate.order("shop", "networking: {}");

    var outcome = process.run("shop");

    assertThat(outcome).isEqualTo(Outcome.settled());
    assertThat(network().message())
        .contains("there is no ProviderConfig " + estate.namespace() + "/lab");
  }

  private Condition network() {
    return estate.condition("shop", "NetworkReady");
  }

  private IPAllocation only(String cluster) {
    var claims = estate.claims(cluster);
    assertThat(claims).hasSize(1);
    return claims.getFirst();
  }

  private List<String> claims(String cluster) {
    return estate.claims(cluster).stream().map(Estate::words).toList();
  }

  /** What ipam.claim does to a deleted claim that holds nothing. */
  private void released() {
    estate.all().stream().filter(IPAllocation::isMarkedForDeletion).forEach(this::letGo);
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
