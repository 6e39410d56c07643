package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How waiting claims are served, on a real API server. */
@OnRealApiServer
class BindingIT {

  private final SteppedTimeline timeline = Lab.today();
  private Lab lab;
  private Onlooker onlooker;

  @BeforeEach
  void prepare(TestCluster given) {
    lab = Lab.in(given);
    onlooker = Onlooker.of(given, lab);
  }

  @Test
  void claimGetsABlockAndAReceiptThatSaysSo() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.bareClaim("c", "p", "t", "type: loadbalancer, count: 4");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("c", Phase.ALLOCATED);
    }

    var claim = lab.claim("c");
    var status = lab.status("c");
    assertThat(claim.getMetadata().getFinalizers())
        .containsExactly("butler.butlerlabs.dev/ipallocation");
    assertThat(status.startAddress()).isEqualTo("10.40.0.1");
    assertThat(status.endAddress()).isEqualTo("10.40.0.4");
    assertThat(status.cidr()).isEqualTo("10.40.0.1-10.40.0.4");
    assertThat(status.addresses())
        .containsExactly("10.40.0.1", "10.40.0.2", "10.40.0.3", "10.40.0.4");
    assertThat(status.allocatedCount()).isEqualTo(4);
    assertThat(status.allocatedAt()).isEqualTo(timeline.instant());
    assertThat(status.allocatedBy()).isEqualTo("networkpool-controller");
    assertThat(status.observedGeneration()).isEqualTo(1);
    assertThat(status.conditions())
        .extracting(c -> c.type() + " " + c.status().wire() + " " + c.reason() + " " + c.message())
        .containsExactly("Ready True Ready holds 10.40.0.1-10.40.0.4");
    assertThat(lab.ledger("p").open()).isEmpty();
  }

  @Test
  @DisplayName("point 18: what does not fit is told its own reason and keeps nobody waiting")
  void point18_claimThatDoesNotFitKeepsNobodyWaiting() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/29}");
    lab.claim("a-big", "p", "t", "type: nodes, count: 7");
    lab.claim(
        "b-pin",
        "p",
        "t",
        "type: nodes, pinnedRange: {startAddress: 10.40.0.2, endAddress: 10.40.0.3}");
    lab.claim("c-small", "p", "t", "type: nodes, count: 2");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("c-small", Phase.ALLOCATED);
      lab.claim("d-three", "p", "t", "type: nodes, count: 2");
      lab.claim(
          "e-same",
          "p",
          "t",
          "type: nodes, pinnedRange: {startAddress: 10.40.0.3, endAddress: 10.40.0.3}");
      lab.claim(
          "f-out",
          "p",
          "t",
          "type: nodes, pinnedRange: {startAddress: 10.41.0.3, endAddress: 10.41.0.3}");
      lab.claim(
          "g-net",
          "p",
          "t",
          "type: nodes, pinnedRange: {startAddress: 10.40.0.0, endAddress: 10.40.0.0}");
      for (var refused : List.of("a-big", "d-three", "e-same", "f-out", "g-net")) {
        onlooker.phase(refused, Phase.FAILED);
      }
    }

    assertThat(lab.status("b-pin").startAddress()).isEqualTo("10.40.0.2");
    assertThat(lab.status("c-small").cidr()).isEqualTo("10.40.0.4/31");
    assertThat(onlooker.told("a-big"))
        .isEqualTo(
            "PoolExhausted: NetworkPool %s/p has fewer than 7 free addresses; tried again as soon as some are given back or the pool is widened"
                .formatted(lab.namespace()));
    assertThat(onlooker.told("d-three"))
        .startsWith(
            "NoContiguousBlock: NetworkPool %s/p has 2 free addresses, but not side by side"
                .formatted(lab.namespace()));
    assertThat(onlooker.told("e-same"))
        .isEqualTo(
            "PinnedConflict: 10.40.0.3 is held by %s/b-pin as part of 10.40.0.2/31; choose a range that is free"
                .formatted(lab.namespace()));
    assertThat(onlooker.told("f-out"))
        .startsWith("OutOfRange: 10.41.0.3/32 is not inside a window of the pool");
    assertThat(onlooker.told("g-net"))
        .isEqualTo("PinnedConflict: 10.40.0.0 is the network address; choose a range that is free");
  }

  @Test
  @DisplayName("point 19: claims on no pool, a wrong pool and a pool that comes later are told so")
  void point19_claimsThatNobodyCanServeAreToldSoAndServedLater() throws Exception {
    lab.pool("wrong", "{cidr: 10.40.0.256/24}");
    lab.claim("on-wrong", "wrong", "t", "type: nodes, count: 1");
    lab.claim("on-none", "later", "t", "type: nodes, count: 1");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("on-wrong", Phase.FAILED);
      onlooker.phase("on-none", Phase.FAILED);
      assertThat(onlooker.told("on-wrong"))
          .startsWith(
              "PoolInvalid: NetworkPool %s/wrong cannot serve anybody: spec.cidr"
                  .formatted(lab.namespace()));
      assertThat(onlooker.told("on-none"))
          .isEqualTo(
              "PoolNotFound: there is no NetworkPool %s/later; it is served as soon as there is"
                  .formatted(lab.namespace()));

      lab.pool("later", "{cidr: 10.41.0.0/24}");
      lab.edit("NetworkPool", "wrong", "{spec: {cidr: 10.42.0.0/24}}");
      onlooker.phase("on-wrong", Phase.ALLOCATED);
      onlooker.phase("on-none", Phase.ALLOCATED);
    }
  }

  @Test
  void points24and27_sizesComeFromTheClaimThenThePoolAndMayBeAligned() throws Exception {
    lab.pool(
        "p",
        "{cidr: 10.40.0.0/24, tenantAllocation: {alignment: powerOfTwo, defaults: {nodesPerTenant:"
            + " 3, lbPoolPerTenant: 16}}}");
    lab.claim("a", "p", "t", "type: nodes");
    lab.claim("b", "p", "t", "type: loadbalancer");
    lab.claim("c", "p", "t", "type: loadbalancer, count: 100");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
      onlooker.phase("b", Phase.ALLOCATED);
      onlooker.phase("c", Phase.ALLOCATED);
    }

    assertThat(lab.status("a").cidr()).isEqualTo("10.40.0.4-10.40.0.6");
    assertThat(lab.status("b").cidr()).isEqualTo("10.40.0.16/28");
    assertThat(lab.status("c").cidr()).isEqualTo("10.40.0.128-10.40.0.227");
    assertThat(lab.status("c").addresses()).as("point 21: long blocks name their ends").isEmpty();
  }

  @Test
  void receiptsOfAnotherPlatformAreTakenOverAsTheyAre() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/29}");
    lab.bareClaim("old", "p", "t", "type: nodes, count: 2");
    lab.writeStatus(
        "old", "{phase: Allocated, addresses: [10.40.0.1, 10.40.0.2], allocatedCount: 2}");
    lab.claim("new", "p", "t", "type: nodes, count: 1");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("new", Phase.ALLOCATED);
      onlooker.claim("old", "it is guarded", one -> !one.getMetadata().getFinalizers().isEmpty());
    }

    assertThat(lab.status("new").startAddress()).isEqualTo("10.40.0.3");
    assertThat(lab.status("old").addresses()).containsExactly("10.40.0.1", "10.40.0.2");
  }

  @Test
  void point1_twoStoredHoldersOfOneAddressAreKeptAndNamedAndNobodyElseGetsIt() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/30, autoReserve: false}");
    for (var twin : List.of("one", "two")) {
      lab.claim(twin, "p", "t", "type: nodes, count: 1");
      lab.writeStatus(twin, "{phase: Allocated, startAddress: 10.40.0.1, endAddress: 10.40.0.1}");
    }
    lab.claim(
        "new",
        "p",
        "t",
        "type: nodes, pinnedRange: {startAddress: 10.40.0.1, endAddress: 10.40.0.1}");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("new", Phase.FAILED);
      var pool = onlooker.condition("p", "AddressConflict", true);
      assertThat(pool.message())
          .contains(
              "10.40.0.1/32 is held by IPAllocations %1$s/one and %1$s/two at once"
                  .formatted(lab.namespace()));
      assertThat(onlooker.told("new")).startsWith("PinnedConflict: 10.40.0.1 is disputed");

      lab.delete("IPAllocation", "one");
      lab.tell("one", "HolderGone");
      onlooker.condition("p", "AddressConflict", false);
      assertThat(lab.status("two").phase()).isEqualTo(Phase.ALLOCATED);
      assertThat(lab.status("new").phase()).isEqualTo(Phase.FAILED);
    }
  }

  @Test
  @DisplayName("point 27: a pool serves the teams it names, and each up to its quota")
  void point27_teamsAreServedIfNamedAndUpToTheirQuota() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24, teams: [red], quotaPerTeam: {maxNodeIPs: 5}}");
    lab.tenant("red-1", "{teamRef: {name: red}}");
    lab.tenant("blue-1", "{teamRef: {name: blue}}");
    lab.claim("a", "p", "red-1", "type: nodes, count: 3");
    lab.claim("b", "p", "red-1", "type: nodes, count: 3");
    lab.claim("c", "p", "red-1", "type: nodes, count: 2");
    lab.claim("d", "p", "blue-1", "type: nodes, count: 1");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
      onlooker.phase("b", Phase.FAILED);
      onlooker.phase("c", Phase.ALLOCATED);
      onlooker.phase("d", Phase.FAILED);
    }

    assertThat(onlooker.told("b"))
        .startsWith("QuotaExceeded: team red may have 5 addresses for nodes of NetworkPool");
    assertThat(onlooker.told("d")).startsWith("TeamNotAllowed: team blue is not among spec.teams");
  }

  @Test
  void claimEditedBeforeItIsBoundGetsWhatItAsksForThen() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/28}");
    lab.claim("c", "p", "t", "type: nodes, count: 100");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("c", Phase.FAILED);
      lab.edit("IPAllocation", "c", "{spec: {count: 3}}");
      onlooker.phase("c", Phase.ALLOCATED);
    }

    assertThat(lab.status("c").allocatedCount()).isEqualTo(3);
    assertThat(lab.status("c").observedGeneration()).isEqualTo(2);
  }
}
