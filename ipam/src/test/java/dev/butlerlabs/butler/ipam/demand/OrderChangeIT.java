package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What becomes of the claims when an order is changed or taken back. */
@OnRealApiServer
class OrderChangeIT {

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
  @DisplayName("point 25: the block follows the order, and the pool can be chosen")
  void point25_blockFollowsTheOrder() {
    estate.provider("poolRefs: [{name: a}, {name: b}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.pool("b", "10.41.0.0/24", 254, 254);
    estate.order("shop", "networking: {lbPoolSize: 2, addressPool: b}");
    process.run("shop");
    estate.bind(estate.only("shop"), "10.41.0.0/31");
    process.run("shop");

    estate.edit("shop", "{networking: {lbPoolSize: 5}}");
    process.run("shop");

    assertThat(estate.words("shop")).containsExactly("lb b 2", "lb b 3");
    assertThat(network().status()).as("it stays ready").isEqualTo(Truth.TRUE);
    estate.edit("shop", "{networking: {addressPool: nope}}");
    process.run("shop");
    assertThat(estate.condition("shop", "LoadBalancerCapacity").reason()).isEqualTo("Reconciling");
  }

  @Test
  @DisplayName("point 25: pinned addresses are claimed as such")
  void point25_pinIsClaimed() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order(
        "shop",
        "networking: {lbPoolSize: 1, pinnedLoadBalancerRange: {start: 10.40.0.9, end: 10.40.0.10}}");

    process.run("shop");

    assertThat(estate.words("shop")).containsExactly("lb a 2", "lb a 1");
    assertThat(estate.claims("shop").getFirst().getSpec().pinnedRange())
        .isEqualTo(new IPAllocationSpec.PinnedRange("10.40.0.9", "10.40.0.10"));
  }

  @Test
  @DisplayName("point 3: a deleted cluster asks for its addresses back and frees nothing itself")
  void point3_deletedClusterGivesEverythingBack() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {lbPoolSize: 1}");
    process.run("shop");
    estate.bind(estate.only("shop"), "10.40.0.1");
    estate.edit("shop", "{networking: {lbPoolSize: 2}}");
    process.run("shop");
    var cluster = estate.cluster("shop");
    estate.holders("shop", "test/hold");
    estate.client().resource(cluster).delete();

    process.run("shop");

    assertThat(estate.all())
        .anySatisfy(claim -> assertThat(Estate.words(claim)).isEqualTo("lb a 1 released"))
        .allSatisfy(
            claim ->
                assertThat(claim.getSpec().releaseWanted() || claim.isMarkedForDeletion())
                    .isTrue());
    estate.holders("shop");
  }

  private Condition network() {
    return estate.condition("shop", "NetworkReady");
  }
}
