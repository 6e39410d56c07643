package dev.butlerlabs.butler.ipam.demand.plan;

import static dev.butlerlabs.butler.ipam.demand.plan.Claims.declaring;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.first;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.grown;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.growth;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.initial;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.unused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The addresses that somebody ordered by number or one by one. */
class OrderedBlockTest {

  @Test
  void staticClusterBeginsWithOneBlock() {
    var plan = Seen.fixed(8).pool("a", 100, 50).plan();

    assertThat(plan.steps()).containsExactly(first("a", 8, 8));
    assertThat(plan.loadBalancers().begun()).isFalse();
  }

  @Test
  @DisplayName("point 25: a static block follows the order when it grows and shrinks")
  void point25_staticBlockFollowsTheOrder() {
    var first = declaring(initial(1, "10.0.0.0/29"), 8);
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
  void point25_elasticBecomesStatic() {
    var grown = unused(grown(2, "10.0.0.8/31"), Seen.NOW);
    var first = declaring(initial(1, "10.0.0.0/31"), 2);

    assertThat(
            Seen.fixed(2).pool("a", 9, 9).with(first, grown).needing(3, "c1", "c2").plan().steps())
        .containsExactly(new Step.MarkUsed("c2"));
    assertThat(Seen.fixed(2).pool("a", 9, 9).with(first, grown).needing(1, "c1").plan().steps())
        .containsExactly(new Step.Release("c2"));
  }

  @Test
  void newDefaultOfTheProviderChangesNoClusterThatIsThere() {
    var first = declaring(initial(1, "10.0.0.0/29"), 8);

    assertThat(Seen.fixed(16).pool("a", 90, 90).with(first).plan().steps()).isEmpty();
    assertThat(Seen.fixed(4).pool("a", 90, 90).with(first).needing(0).plan().steps()).isEmpty();
  }

  @Test
  @DisplayName("point 25: pinned addresses come from the pool that has them, besides the block")
  void point25_pinIsClaimedBesidesTheBlock() {
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
  void point25_pinOutsideAllPoolsIsTold() {
    var first = declaring(initial(1, "10.0.0.0/31"), 2);

    var plan = Seen.fixed(2).pool("a", 9, 9).with(first).pin("192.0.2.1").plan();

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.loadBalancers().obstacle())
        .hasValueSatisfying(
            obstacle ->
                assertThat(obstacle.message())
                    .contains("192.0.2.1/32 lie in none of the pools [a (10.0.0.0/16)]"));
  }

  @Test
  @DisplayName("point 25: a pin of the other family is not taken for addresses of the block")
  void point25_pinOfTheOtherFamilyLeavesTheBlockAlone() {
    var block = declaring(initial(1, "10.0.0.0/31"), 2);
    var six = Claims.pinned(2, "fd00::8-fd00::9");

    var plan = Seen.fixed(2).pool("a", 9, 9).with(block, six).pin("fd00::8-fd00::9").plan();

    assertThat(plan.steps()).isEmpty();
    assertThat(plan.loadBalancers().served()).isTrue();
  }

  @Test
  @DisplayName("point 25: a pin that is ordered no more goes back, of whichever family it is")
  void point25_pinOfTheOtherFamilyGoesBack() {
    var block = declaring(initial(1, "10.0.0.0/31"), 2);
    var six = Claims.pinned(2, "fd00::8-fd00::9");

    var plan = Seen.fixed(2).pool("a", 9, 9).with(block, six).needing(0).plan();

    assertThat(plan.steps()).containsExactly(new Step.Release("c2"));
  }

  @Test
  @DisplayName("point 25: a pin that cannot be read is told, and the block is claimed all the same")
  void point25_pinThatCannotBeReadIsTold() {
    var plan = Seen.fixed(2).pool("a", 9, 9).pinProblem("it ends before it starts").plan();

    assertThat(plan.steps()).containsExactly(first("a", 2, 2));
    assertThat(plan.loadBalancers().obstacle())
        .hasValueSatisfying(
            obstacle ->
                assertThat(obstacle.message())
                    .isEqualTo(
                        "spec.networking.pinnedLoadBalancerRange cannot be read: it ends before it"
                            + " starts"));
  }

  @Test
  @DisplayName("point 15: an order that the quota cuts is told so, a default is cut silently")
  void point15_orderBeyondTheQuotaIsTold() {
    var three = declaring(initial(1, "10.0.0.0-10.0.0.2"), 3);

    var ordered = Seen.fixed(20).asking(20).limit(3).pool("a", 90, 90).with(three).plan();
    var usual = Seen.fixed(8).limit(3).pool("a", 90, 90).with(three).plan();

    assertThat(ordered.steps()).isEmpty();
    assertThat(ordered.loadBalancers().obstacle())
        .hasValueSatisfying(
            obstacle ->
                assertThat(obstacle.reason() + ": " + obstacle.message())
                    .isEqualTo(
                        "QuotaExceeded: spec.networking.lbPoolSize is 20 and maxLoadBalancerIPs of"
                            + " the ProviderConfig allows 3; order fewer or raise it"));
    assertThat(usual.loadBalancers().obstacle()).isEmpty();
  }

  @Test
  void moreAddressesThanCanBeCountedUseUpNoLimitThatIsNotThere() {
    var huge = Claims.pinned(1, "fd00::-fd00::ffff:ffff:ffff:ffff");
    var seen = Seen.elastic(0).pool("a", 90, 90).with(huge).pin("fd00::-fd00::ffff:ffff:ffff:ffff");

    assertThat(seen.needing(2).plan().steps()).containsExactly(growth("a", 2));
  }
}
