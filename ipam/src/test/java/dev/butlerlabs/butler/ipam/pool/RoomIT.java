package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a pool tells about its room while it fills. */
@OnRealApiServer
class RoomIT {

  private static final String PIN =
      "type: nodes, pinnedRange: {startAddress: 10.40.0.%d, endAddress: 10.40.0.%d}";

  private final SteppedTimeline timeline = Lab.today();

  @Test
  @DisplayName("point 30: exhausted is when the next default block does not fit, and says why")
  void point30_exhaustedIsWhenTheNextDefaultBlockDoesNotFit(TestCluster cluster) throws Exception {
    var lab = Lab.in(cluster);
    var onlooker = Onlooker.of(cluster, lab);
    lab.tenant("t", "{}");
    lab.pool(
        "p",
        "{cidr: 10.40.0.0/28, tenantAllocation: {defaults: {nodesPerTenant: 2, lbPoolPerTenant: 6}}}");
    try (var _ = Office.of(lab, timeline)) {
      assertThat(onlooker.condition("p", "CapacityExhausted", false).reason())
          .isEqualTo("DefaultBlockFits");

      lab.claim("a", "p", "t", PIN.formatted(6, 9));
      onlooker.phase("a", Phase.ALLOCATED);
      var fragmented = onlooker.condition("p", "CapacityExhausted", true);
      assertThat(fragmented.reason()).isEqualTo("Fragmented");
      assertThat(fragmented.message())
          .contains("10 addresses are free, but the longest unbroken run has 5");

      lab.claim("b", "p", "t", PIN.formatted(1, 5));
      onlooker.pool("p", "it has five", pool -> Objects.equals(pool.getStatus().availableIPs(), 5));
      assertThat(onlooker.condition("p", "CapacityExhausted", true).reason())
          .isEqualTo("NextDefaultBlockDoesNotFit");

      lab.claim("c", "p", "t", PIN.formatted(10, 14));
      onlooker.phase("c", Phase.ALLOCATED);
      onlooker.pool(
          "p",
          "it is full",
          pool ->
              pool.getStatus().conditions().stream()
                  .anyMatch(
                      told ->
                          told.type().equals("CapacityExhausted") && told.reason().equals("Full")));
    }
  }
}
