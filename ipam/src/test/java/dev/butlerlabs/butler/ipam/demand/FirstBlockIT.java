package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a cluster begins with. */
@OnRealApiServer
class FirstBlockIT {

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

    var claim = estate.only("shop");
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
  void point24_poolDefaultCounts() {
    estate.provider("poolRefs: [{name: a}]");
    estate.create(
        NetworkPool.class,
        "a",
        "{cidr: 10.40.0.0/24, tenantAllocation: {defaults: {lbPoolPerTenant: 3}}}");
    estate.order("shop", "networking: {}");

    process.run("shop");

    assertThat(Estate.words(estate.only("shop"))).isEqualTo("lb a 3");
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
  void quotaCutsTheFirstBlock() {
    estate.provider("poolRefs: [{name: a}], quotaPerTenant: {maxLoadBalancerIPs: 3}");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {lbPoolSize: 20}");

    process.run("shop");

    assertThat(estate.words("shop")).containsExactly("lb a 3");
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
}
