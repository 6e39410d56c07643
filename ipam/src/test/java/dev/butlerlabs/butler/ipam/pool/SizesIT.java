package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pools and blocks far beyond what has a cell for each address. */
@OnRealApiServer
class SizesIT {

  private final SteppedTimeline timeline = Lab.today();
  private Lab lab;
  private Onlooker onlooker;

  @BeforeEach
  void prepare(TestCluster given) {
    lab = Lab.in(given);
    onlooker = Onlooker.of(given, lab);
    lab.tenant("t", "{}");
  }

  @Test
  @DisplayName("point 20: a pool of 2^24 addresses serves like any other")
  void point20_poolBeyondAMillionAddressesServes() throws Exception {
    lab.pool("p", "{cidr: 10.0.0.0/8}");
    lab.claim("a", "p", "t", "type: nodes, count: 2");
    lab.claim(
        "b",
        "p",
        "t",
        "type: nodes, pinnedRange: {startAddress: 10.255.255.254, endAddress: 10.255.255.254}");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
      onlooker.phase("b", Phase.ALLOCATED);
      onlooker.pool("p", "it counts", pool -> allocated(pool) == 3);
      var told = onlooker.condition("p", "Ready", true);
      assertThat(told.reason()).isEqualTo("Ready");
    }
  }

  @Test
  @DisplayName("point 21: the receipt of a long block names its ends and is small")
  void point21_receiptOfALongBlockNamesItsEndsOnly() throws Exception {
    lab.pool("p", "{cidr: 10.0.0.0/8}");
    lab.claim("a", "p", "t", "type: nodes, count: 70000");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
    }

    var status = lab.status("a");
    assertThat(status.allocatedCount()).isEqualTo(70_000);
    assertThat(status.startAddress() + "-" + status.endAddress()).isEqualTo("10.0.0.1-10.1.17.112");
    assertThat(status.addresses()).isEmpty();
    assertThat(lab.client().getKubernetesSerialization().asJson(lab.claim("a")))
        .hasSizeLessThan(4_000);
  }

  @Test
  @DisplayName("point 26: claims are served from IPv6 as from IPv4, each family from its own pool")
  void point26_bothFamiliesAreServed() throws Exception {
    lab.pool("six", "{cidr: 'fd00:40::/48', reserved: [{cidr: 'fd00:40::/127'}]}");
    lab.pool("four", "{cidr: 10.40.0.0/24}");
    lab.claim("a", "six", "t", "type: loadbalancer, count: 4");
    lab.claim(
        "b",
        "six",
        "t",
        "type: nodes, pinnedRange: {startAddress: 'fd00:40:0:ffff:ffff:ffff:ffff:fff0', endAddress:"
            + " 'fd00:40:0:ffff:ffff:ffff:ffff:ffff'}");
    lab.claim("c", "four", "t", "type: loadbalancer, count: 4");
    lab.claim(
        "d",
        "four",
        "t",
        "type: nodes, pinnedRange: {startAddress: 'fd00:40::9', endAddress: 'fd00:40::9'}");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
      onlooker.phase("b", Phase.ALLOCATED);
      onlooker.phase("c", Phase.ALLOCATED);
      onlooker.phase("d", Phase.FAILED);
    }

    assertThat(lab.status("a").cidr()).isEqualTo("fd00:40::2-fd00:40::5");
    assertThat(lab.status("b").cidr()).isEqualTo("fd00:40:0:ffff:ffff:ffff:ffff:fff0/124");
    assertThat(lab.status("c").cidr()).isEqualTo("10.40.0.1-10.40.0.4");
    assertThat(onlooker.told("d")).startsWith("OutOfRange: fd00:40::9/128");
  }

  private static int allocated(NetworkPool pool) {
    var told = pool.getStatus() == null ? null : pool.getStatus().allocatedIPs();
    return told == null ? 0 : told;
  }
}
