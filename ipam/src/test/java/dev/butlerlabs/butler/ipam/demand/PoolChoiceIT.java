package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which pool is asked, and what is done when it says no. */
@OnRealApiServer
class PoolChoiceIT {

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
  @DisplayName("point 12: pools are tried by priority, then in their order")
  void point12_priorityDecides() {
    estate.provider("poolRefs: [{name: a, priority: 5}, {name: b}, {name: c}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.pool("b", "10.41.0.0/24", 7, 7);
    estate.pool("c", "10.42.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");

    process.run("shop");

    assertThat(Estate.words(estate.only("shop"))).isEqualTo("lb c 8");
  }

  @Test
  @DisplayName("point 11: a refused claim falls through to the next pool and rests there")
  void point11_refusedClaimFallsThrough() {
    estate.provider("poolRefs: [{name: a}, {name: b}]");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.pool("b", "10.41.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");
    process.run("shop");
    estate.refuse(estate.only("shop"), "NoContiguousBlock");

    process.run("shop");
    released();
    process.run("shop");

    assertThat(Estate.words(estate.only("shop"))).isEqualTo("lb b 8");
    assertThat(estate.only("shop").getMetadata().getName()).endsWith("-lb-2");
    estate.refuse(estate.only("shop"), "PoolExhausted");
    process.run("shop");

    assertThat(estate.words("shop")).as("nothing goes round in circles").containsExactly("lb b 8");
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
  void point13_fragmentedPoolServesInPieces() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 9, 5);
    estate.order("shop", "networking: {}");
    process.run("shop");
    assertThat(estate.words("shop")).containsExactly("lb a 5");
    process.run("shop");
    assertThat(estate.words("shop")).as("the next piece waits").containsExactly("lb a 5");

    estate.bind(estate.only("shop"), "10.40.0.8-10.40.0.12");
    estate.figures("a", 4, 4);
    process.run("shop");

    assertThat(estate.words("shop")).containsExactly("lb a 5", "lb a 3");
    estate.bind(estate.claims("shop").get(1), "10.40.0.20-10.40.0.22");
    process.run("shop");
    assertThat(network().message())
        .isEqualTo("load balancers 10.40.0.8-10.40.0.12, 10.40.0.20-10.40.0.22");
  }

  private Condition network() {
    return estate.condition("shop", "NetworkReady");
  }

  /** What ipam.claim does to a deleted claim that holds nothing. */
  private void released() {
    estate.all().stream().filter(IPAllocation::isMarkedForDeletion).forEach(this::letGo);
  }

  private void letGo(IPAllocation claim) {
    claim.getMetadata().setFinalizers(List.of());
    claim.getMetadata().setResourceVersion(null);
    estate.client().resource(claim).update();
  }
}
