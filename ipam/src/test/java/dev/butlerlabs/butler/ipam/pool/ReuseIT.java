package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which of the addresses that came back are given out again. */
@OnRealApiServer
class ReuseIT {

  private final SteppedTimeline timeline = Lab.today();

  @Test
  @DisplayName("point 4: what was given back longest ago is given out first, also after a restart")
  void point4_whatWasReleasedLongestAgoIsGivenOutFirst(TestCluster cluster) throws Exception {
    var lab = Lab.in(cluster);
    var onlooker = Onlooker.of(cluster, lab);
    lab.tenant("t", "{}");
    lab.pool("p", "{cidr: 10.40.0.0/30, autoReserve: false, tenantAllocation: {reuseDelay: 0s}}");
    try (var _ = Office.of(lab, timeline)) {
      for (var name : List.of("a", "b", "c", "d")) {
        lab.claim(name, "p", "t", "type: nodes, count: 1");
        onlooker.phase(name, Phase.ALLOCATED);
      }
      for (var name : List.of("c", "a")) {
        lab.release(name);
        lab.tell(name, "Withdrawn");
        onlooker.phase(name, Phase.RELEASED);
        timeline.advance(Duration.ofMinutes(1));
      }
    }
    assertThat(lab.status("a").startAddress()).isEqualTo("10.40.0.0");
    assertThat(lab.status("c").startAddress()).isEqualTo("10.40.0.2");

    try (var _ = Office.of(lab, timeline)) {
      lab.claim("next", "p", "t", "type: nodes, count: 1");
      onlooker.phase("next", Phase.ALLOCATED);
    }

    assertThat(lab.status("next").startAddress()).isEqualTo("10.40.0.2");
  }
}
