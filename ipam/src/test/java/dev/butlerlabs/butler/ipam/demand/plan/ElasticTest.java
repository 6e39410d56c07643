package dev.butlerlabs.butler.ipam.demand.plan;

import static dev.butlerlabs.butler.ipam.demand.plan.Claims.grown;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.growth;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.initial;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.unused;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Growing and shrinking with the Services. */
class ElasticTest {

  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  @Test
  void elasticClusterWithoutIngressBeginsWithNothing() {
    var plan = Seen.elastic(0).pool("a", 100, 50).needing(0).plan();

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.loadBalancers().begun()).isTrue();
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
  void whatIsOnItsWayBackStillCountsTowardsTheQuota() {
    var leaving = Claims.in(grown(2, "10.0.0.8/31"), Claim.State.LEAVING);
    var seen = Seen.elastic(2).limit(4).pool("a", 90, 90).with(initial(1, "10.0.0.0/31"), leaving);

    assertThat(seen.needing(4, "c1").plan().steps()).isEmpty();
  }

  @Test
  @DisplayName("point 5: ten idle minutes count from the last use and must be continuous")
  void point5_blockGoesBackAfterTenContinuousIdleMinutes() {
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
}
