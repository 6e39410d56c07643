package dev.butlerlabs.butler.ipam.demand.plan;

import static dev.butlerlabs.butler.ipam.demand.plan.Claims.abandoned;
import static dev.butlerlabs.butler.ipam.demand.plan.Claims.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NodesTest {

  private static final int NO_LIMIT = Integer.MAX_VALUE;

  @Test
  @DisplayName("point 23: node addresses are claimed for what the order can reach")
  void point23_nodesAreClaimed() {
    var plan = Seen.elastic(0).nodes(4, NO_LIMIT).pool("a", 9, 9).plan();

    assertThat(plan.steps()).containsExactly(claim(Claim.Role.INITIAL, 4, 4));
    assertThat(plan.nodes().begun()).isFalse();
  }

  @Test
  @DisplayName("point 23: more workers add a claim")
  void point23_growthAddsAClaim() {
    var seen = Seen.elastic(0).nodes(6, NO_LIMIT).pool("a", 9, 9).with(nodes(1, "10.0.0.0/30"));

    assertThat(seen.plan().steps()).containsExactly(claim(Claim.Role.GROWTH, 2, 0));
  }

  @Test
  @DisplayName("point 23: fewer workers give back only claims whose machines are gone")
  void point23_shrinkWaitsUntilTheMachinesAreGone() {
    var first = nodes(1, "10.0.0.0/30");
    var second = nodes(2, "10.0.0.8/30");

    assertThat(
            Seen.elastic(0).nodes(4, NO_LIMIT).pool("a", 9, 9).with(first, second).plan().steps())
        .isEmpty();
    assertThat(
            Seen.elastic(0)
                .nodes(4, NO_LIMIT)
                .pool("a", 9, 9)
                .with(first, abandoned(second))
                .plan()
                .steps())
        .containsExactly(new Step.Release("c2"));
    assertThat(
            Seen.elastic(0)
                .nodes(5, NO_LIMIT)
                .pool("a", 9, 9)
                .with(first, abandoned(second))
                .plan()
                .steps())
        .as("five are needed")
        .isEmpty();
  }

  @Test
  @DisplayName("point 23: maxNodeIPs holds, and the rest is told")
  void point23_limitHolds() {
    var plan = Seen.elastic(0).nodes(6, 4).pool("a", 9, 9).plan();

    assertThat(plan.steps()).containsExactly(claim(Claim.Role.INITIAL, 4, 4));
    assertThat(plan.nodes().obstacle())
        .hasValueSatisfying(
            obstacle ->
                assertThat(obstacle.message())
                    .contains("need 6 node addresses", "maxNodeIPs", "allows 4"));
  }

  private static Step.Create claim(Claim.Role role, int count, int block) {
    return new Step.Create(
        IPAllocationSpec.Type.NODES, role, "a", count, null, block, "1.1", List.of());
  }
}
