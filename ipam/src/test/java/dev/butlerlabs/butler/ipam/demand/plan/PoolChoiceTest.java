package dev.butlerlabs.butler.ipam.demand.plan;

import static dev.butlerlabs.butler.ipam.demand.plan.Claims.declaring;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.first;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.grown;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.growth;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.initial;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which pool is asked for how much, and what is made of its answer. */
class PoolChoiceTest {

  @Test
  @DisplayName("point 11: a pool with enough addresses but no block of them is passed over")
  void point11_poolIsChosenByItsLongestRun() {
    var plan = Seen.fixed(8).pool("a", 100, 7).pool("b", 9, 8).plan();

    assertThat(plan.steps()).containsExactly(first("b", 8, 8));
  }

  @Test
  @DisplayName("point 11: what one pool refused is asked of the next, and the refusal is kept")
  void point11_refusedClaimIsReplacedFromTheNextPool() {
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
  void point11_refusedByAllPoolsRests() {
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
  void point11_changedPoolIsTriedAgain() {
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
  void point13_needIsSplitIntoAsFewPiecesAsPossible() {
    var plan = Seen.fixed(8).pool("a", 4, 2).pool("b", 6, 5).plan();

    assertThat(plan.steps()).containsExactly(first("b", 5, 8));

    var next =
        Seen.fixed(8)
            .pool("a", 4, 2)
            .pool("b", 1, 1)
            .with(declaring(initial(1, "10.1.0.0-10.1.0.4"), 8));
    assertThat(next.plan().steps()).containsExactly(first("a", 2, 8));
  }

  @Test
  @DisplayName("point 13: growth takes what fits and tells the rest")
  void point13_growthTakesWhatFits() {
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
  void point13_quotaIsUsedUpToItsEnd() {
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

  private static Claim refusedBy(String pool, int count) {
    return refused(Claims.fresh("c1", 1, first(pool, count, count)), "NoContiguousBlock");
  }
}
