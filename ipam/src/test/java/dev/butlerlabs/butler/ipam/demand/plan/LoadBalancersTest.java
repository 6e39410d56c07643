package dev.butlerlabs.butler.ipam.demand.plan;

import static dev.butlerlabs.butler.ipam.demand.plan.Claims.grown;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.initial;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.refused;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.unused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LoadBalancersTest {

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  @Test
  void staticClusterBeginsWithOneBlock() {
    var plan = Seen.fixed(8).pool("a", 100, 50).plan();

    assertThat(plan.steps()).containsExactly(first("a", 8, 8));
    assertThat(plan.loadBalancers().begun()).isFalse();
  }

  @Test
  void elasticClusterWithoutIngressBeginsWithNothing() {
    var plan = Seen.elastic(0).pool("a", 100, 50).needing(0).plan();

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.loadBalancers().begun()).isTrue();
  }

  @Test
  @DisplayName("point 11: a pool with enough addresses but no block of them is passed over")
  void point11PoolIsChosenByItsLongestRun() {
    var plan = Seen.fixed(8).pool("a", 100, 7).pool("b", 9, 8).plan();

    assertThat(plan.steps()).containsExactly(first("b", 8, 8));
  }

  @Test
  @DisplayName("point 11: what one pool refused is asked of the next, and the refusal is kept")
  void point11RefusedClaimIsReplacedFromTheNextPool() {
    var plan = Seen.fixed(8).pool("a", 100, 8).pool("b", 9, 8).with(refusedBy("a", 8)).plan();

    assertThat(plan.steps())
        .containsExactly(
            new Step.Release("c1"),
            new Step.Create(
                IPAllocationSpec.Type.LOADBALANCER,
                Claim.Role.INITIAL,
                "b",
                8,
                null,
                8,
                "1.1",
                List.of(new Refusal("a", 8, "NoContiguousBlock", "1.1"))));
  }

  @Test
  @DisplayName("point 11: refused everywhere, one bid stays and nothing goes round in circles")
  void point11RefusedByAllPoolsRests() {
    var seen = Seen.fixed(8).pool("a", 9, 8).with(refusedBy("a", 8));

    var plan = seen.plan();

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.loadBalancers().obstacle())
        .hasValueSatisfying(
            obstacle -> {
              assertThat(obstacle.reason()).isEqualTo("NoContiguousBlock");
              assertThat(obstacle.message())
                  .contains("8 more addresses", "pool a answered NoContiguousBlock to c1");
            });
  }

  @Test
  @DisplayName("point 11: the first pool is tried again once it has changed")
  void point11ChangedPoolIsTriedAgain() {
    var carried = List.of(new Refusal("a", 8, "NoContiguousBlock", "0.1"));
    var order =
        new Step.Create(
            IPAllocationSpec.Type.LOADBALANCER,
            Claim.Role.INITIAL,
            "b",
            8,
            null,
            8,
            "1.1",
            carried);
    var standing = refused(Claims.fresh("c2", 2, order), "NoContiguousBlock");

    var plan = Seen.fixed(8).pool("a", 9, 8).pool("b", 2, 2).with(standing).plan();

    assertThat(plan.steps())
        .hasSize(2)
        .contains(new Step.Release("c2"))
        .anySatisfy(
            step ->
                assertThat(step)
                    .isInstanceOfSatisfying(
                        Step.Create.class, create -> assertThat(create.pool()).isEqualTo("a")));
  }

  @Test
  @DisplayName("point 13: without one block the longest runs are taken, one after the other")
  void point13NeedIsSplitIntoAsFewPiecesAsPossible() {
    var plan = Seen.fixed(8).pool("a", 4, 2).pool("b", 6, 5).plan();

    assertThat(plan.steps()).containsExactly(first("b", 5, 8));

    var next =
        Seen.fixed(8)
            .pool("a", 4, 2)
            .pool("b", 1, 1)
            .with(block(initial(1, "10.1.0.0-10.1.0.4"), 8));
    assertThat(next.plan().steps()).containsExactly(first("a", 2, 8));
  }

  @Test
  @DisplayName("point 13: growth takes what fits and tells the rest")
  void point13GrowthTakesWhatFits() {
    var seen = Seen.elastic(2).pool("a", 1, 1).with(initial(1, "10.0.0.0/31")).needing(5, "c1");

    var plan = seen.plan();

    assertThat(plan.steps()).containsExactly(growth("a", 1));
    var full =
        Seen.elastic(2).pool("a", 0, 0).with(initial(1, "10.0.0.0/31"), grown(2, "10.0.0.9/32"));
    assertThat(full.needing(5, "c1", "c2").plan().loadBalancers().obstacle())
        .hasValueSatisfying(
            obstacle -> {
              assertThat(obstacle.reason()).isEqualTo("PoolExhausted");
              assertThat(obstacle.message())
                  .startsWith(
                      "2 more addresses are needed and no pool has them: pool a has 0 free");
            });
  }

  @Test
  @DisplayName("point 13: the last addresses of a quota are given out")
  void point13QuotaIsUsedUpToItsEnd() {
    var seen = Seen.elastic(2).limit(3).increment(4).pool("a", 90, 90);

    var plan = seen.with(initial(1, "10.0.0.0/31")).needing(6, "c1").plan();

    assertThat(plan.steps()).containsExactly(growth("a", 1));
    assertThat(plan.loadBalancers().obstacle())
        .hasValueSatisfying(
            obstacle ->
                assertThat(obstacle.message())
                    .isEqualTo(
                        "4 more addresses are needed and the quota of the cluster has room for 1;"
                            + " raise quotaPerTenant in the ProviderConfig or remove Services"));
  }

  @Test
  void whatIsOnItsWayBackStillCountsTowardsTheQuota() {
    var leaving = Claims.in(grown(2, "10.0.0.8/31"), Claim.State.LEAVING);
    var seen = Seen.elastic(2).limit(4).pool("a", 90, 90).with(initial(1, "10.0.0.0/31"), leaving);

    assertThat(seen.needing(4, "c1").plan().steps()).isEmpty();
  }

  @Test
  void growthIsAtLeastOneIncrement() {
    var seen = Seen.elastic(2).increment(4).pool("a", 90, 90).with(initial(1, "10.0.0.0/31"));

    assertThat(seen.needing(3, "c1").plan().steps()).containsExactly(growth("a", 4));
  }

  @Test
  void claimUnderWayIsNotAskedForTwice() {
    var waiting = Claims.fresh("c2", 2, growth("a", 2));
    var seen = Seen.elastic(2).pool("a", 90, 90).with(initial(1, "10.0.0.0/31"), waiting);

    assertThat(seen.needing(4, "c1").plan().steps()).isEmpty();
  }

  @Test
  @DisplayName("point 5: ten idle minutes count from the last use and must be continuous")
  void point5BlockGoesBackAfterTenContinuousIdleMinutes() {
    var seen = Seen.elastic(2).pool("a", 9, 9).with(initial(1, "10.0.0.0/31")).needing(1, "c1");
    var grown = grown(2, "10.0.0.8/31");

    assertThat(seen.with(grown).plan().steps())
        .containsExactly(new Step.MarkUnused("c2", Seen.NOW));

    var idle =
        Seen.elastic(2).pool("a", 9, 9).with(initial(1, "10.0.0.0/31"), unused(grown, Seen.NOW));
    assertThat(idle.needing(1, "c1").plan().next()).contains(Seen.NOW.plus(TEN_MINUTES));
    assertThat(idle.planAfter(TEN_MINUTES.minusSeconds(1)).steps()).isEmpty();
    assertThat(idle.planAfter(TEN_MINUTES).steps()).containsExactly(new Step.Release("c2"));
    assertThat(idle.needing(2, "c1", "c2").planAfter(TEN_MINUTES).steps())
        .containsExactly(new Step.MarkUsed("c2"));
  }

  @Test
  void idleBlockStaysWhileServicesWaitForAddresses() {
    var idle = unused(grown(2, "10.0.0.8/31"), Seen.NOW);
    var seen = Seen.elastic(2).pool("a", 9, 9).with(initial(1, "10.0.0.0/31"), idle);

    var plan = seen.needing(3, "c1").planAfter(TEN_MINUTES);

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.next()).isEmpty();
  }

  @Test
  void nothingGrowsOrShrinksWhileTheTenantCannotBeSeen() {
    var idle = unused(grown(2, "10.0.0.8/31"), Seen.NOW);
    var seen = Seen.elastic(2).pool("a", 9, 9).with(initial(1, "10.0.0.0/31"), idle);

    assertThat(seen.planAfter(TEN_MINUTES).steps()).isEmpty();
  }

  @Test
  @DisplayName("point 25: a static block follows the order when it grows and shrinks")
  void point25StaticBlockFollowsTheOrder() {
    var first = block(initial(1, "10.0.0.0/29"), 8);
    var four = grown(2, "10.0.0.8/30");

    assertThat(Seen.fixed(8).asking(12).pool("a", 9, 9).with(first).plan().steps())
        .containsExactly(growth("a", 4));
    assertThat(Seen.fixed(8).asking(8).pool("a", 9, 9).with(first, four).plan().steps())
        .as("the Services were not seen")
        .isEmpty();
    assertThat(
            Seen.fixed(8)
                .asking(8)
                .pool("a", 9, 9)
                .with(first, four)
                .needing(9, "c1")
                .plan()
                .steps())
        .as("nine addresses are needed")
        .isEmpty();
    assertThat(
            Seen.fixed(8)
                .asking(8)
                .pool("a", 9, 9)
                .with(first, four)
                .needing(3, "c1")
                .plan()
                .steps())
        .containsExactly(new Step.Release("c2"));
  }

  @Test
  @DisplayName("point 25: turned static, a cluster gives back what grew and is not in use")
  void point25ElasticBecomesStatic() {
    var grown = unused(grown(2, "10.0.0.8/31"), Seen.NOW);
    var first = block(initial(1, "10.0.0.0/31"), 2);

    assertThat(
            Seen.fixed(2).pool("a", 9, 9).with(first, grown).needing(3, "c1", "c2").plan().steps())
        .containsExactly(new Step.MarkUsed("c2"));
    assertThat(Seen.fixed(2).pool("a", 9, 9).with(first, grown).needing(1, "c1").plan().steps())
        .containsExactly(new Step.Release("c2"));
  }

  @Test
  void newDefaultOfTheProviderChangesNoClusterThatIsThere() {
    var first = block(initial(1, "10.0.0.0/29"), 8);

    assertThat(Seen.fixed(16).pool("a", 90, 90).with(first).plan().steps()).isEmpty();
    assertThat(Seen.fixed(4).pool("a", 90, 90).with(first).needing(0).plan().steps()).isEmpty();
  }

  @Test
  @DisplayName("point 25: pinned addresses come from the pool that has them, besides the block")
  void point25PinIsClaimedBesidesTheBlock() {
    var plan = Seen.fixed(2).pool("a", 9, 9).pool("b", 9, 9).pin("10.1.0.4-10.1.0.5").plan();

    assertThat(plan.steps())
        .containsExactly(
            new Step.Create(
                IPAllocationSpec.Type.LOADBALANCER,
                Claim.Role.INITIAL,
                "b",
                2,
                AddressRange.parse("10.1.0.4-10.1.0.5").require(),
                0,
                "1.1",
                List.of()),
            first("a", 2, 4));
  }

  @Test
  @DisplayName("point 25: a pin outside all pools is told, and nothing is taken in its place")
  void point25PinOutsideAllPoolsIsTold() {
    var first = block(initial(1, "10.0.0.0/31"), 2);

    var plan = Seen.fixed(2).pool("a", 9, 9).with(first).pin("192.0.2.1").plan();

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.loadBalancers().obstacle())
        .hasValueSatisfying(
            obstacle ->
                assertThat(obstacle.message())
                    .contains("192.0.2.1/32 lie in none of the pools [a (10.0.0.0/16)]"));
  }

  private static Step.Create first(String pool, int count, int block) {
    return new Step.Create(
        IPAllocationSpec.Type.LOADBALANCER,
        Claim.Role.INITIAL,
        pool,
        count,
        null,
        block,
        "1.1",
        List.of());
  }

  private static Step.Create growth(String pool, int count) {
    return new Step.Create(
        IPAllocationSpec.Type.LOADBALANCER,
        Claim.Role.GROWTH,
        pool,
        count,
        null,
        0,
        "1.1",
        List.of());
  }

  private static Claim refusedBy(String pool, int count) {
    return refused(Claims.fresh("c1", 1, first(pool, count, count)), "NoContiguousBlock");
  }

  private static Claim block(Claim claim, int block) {
    return Claims.declaring(claim, block);
  }
}
