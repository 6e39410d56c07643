package dev.butlerlabs.butler.ipam.pool.plan;

import static dev.butlerlabs.butler.ipam.ledger.Sample.claim;
import static dev.butlerlabs.butler.ipam.ledger.Sample.holding;
import static dev.butlerlabs.butler.ipam.ledger.Sample.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Share;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every refusal, with its words. */
class ServerTest {

  /** Six addresses: .1 to .6. */
  private static final String SMALL = "{cidr: 10.40.0.0/29}";

  private static Claim wants(int count) {
    return claim("c", 1, "type: nodes, count: " + count);
  }

  private static Claim pins(String start, String end) {
    return claim(
        "c",
        1,
        "type: nodes, pinnedRange: {startAddress: '%s', endAddress: '%s'}".formatted(start, end));
  }

  @Test
  void poolThatGoesServesNobody() {
    var scene = Scene.of(SMALL);

    assertThat(scene.serve(scene.sight(true, Map.of(), wants(1)), wants(1)))
        .isEqualTo(
            "PoolDeleting: NetworkPool lab/p is being deleted; delete this claim and make one on"
                + " another pool");
  }

  @Test
  void poolWithAWrongSpecServesNobody() {
    assertThat(Scene.of("{cidr: 10.40.0.1/29}").serve(wants(1)))
        .startsWith(
            "PoolInvalid: NetworkPool lab/p cannot serve anybody: spec.cidr: \"10.40.0.1/29\" has"
                + " host bits set");
  }

  @Test
  void pinThatIsNoRangeMakesNoSense() {
    assertThat(Scene.of(SMALL).serve(pins("10.40.0.9", "10.40.0.2")))
        .startsWith("InvalidConfiguration: spec.pinnedRange: ");
  }

  @Test
  void teamsThatAreNotNamedAreNotServed() {
    assertThat(Scene.of("{cidr: 10.40.0.0/29, teams: [blue]}").serve(wants(1)))
        .isEqualTo(
            "TeamNotAllowed: team red is not among spec.teams of NetworkPool lab/p; ask its owner,"
                + " or use another pool");
  }

  @Test
  void teamIsServedUpToItsQuotaOfThePool() {
    var scene =
        Scene.of(
            "{cidr: 10.40.0.0/29, quotaPerTeam: {maxNodeIPs: 3}}",
            holding("old", "10.40.0.1", "10.40.0.2"));

    assertThat(scene.serve(wants(2)))
        .isEqualTo(
            "QuotaExceeded: team red may have 3 addresses for nodes of NetworkPool lab/p by its"
                + " spec.quotaPerTeam, and 2 more would be too many; tried again as soon as it"
                + " gives some back");
    assertThat(scene.serve(wants(1))).isEqualTo("served");
  }

  @Test
  void tenantOverItsQuotaIsToldSoBeforeAnythingIsEntered() {
    var scene = Scene.of(SMALL, holding("old", "10.40.0.1", "10.40.0.2"));
    var four = allowance(4, 1, Optional.empty());

    assertThat(scene.serve(scene.sight(false, four, wants(2)), wants(2)))
        .isEqualTo(
            "QuotaExceeded: TenantCluster lab/t may have 4 addresses for nodes by"
                + " spec.network.quotaPerTenant of its ProviderConfig, and 2 more would be too"
                + " many; tried again as soon as it gives some back");
    assertThat(scene.book().open()).isEmpty();
    assertThat(scene.serve(scene.sight(false, four, wants(1)), wants(1))).isEqualTo("served");
  }

  @Test
  void tenantOfWhomNobodyCanTellHowMuchItHasIsPutOff() {
    var scene = Scene.of(SMALL);
    var sight = scene.sight(false, allowance(4, 0, Optional.of("nobody can tell")), wants(2));

    assertThat(scene.serve(sight, wants(2))).isEqualTo("LedgerUnreadable: nobody can tell");
    assertThat(scene.book().open()).isEmpty();
    assertThat(scene.serve(sight, claim("d", 2, "type: loadbalancer, count: 2")))
        .as("what has no limit is served")
        .isEqualTo("served");
  }

  @Test
  void fullPoolIsToldFromAFragmentedOne() {
    var scene = Scene.of(SMALL, holding("old", "10.40.0.3", "10.40.0.4"));

    assertThat(scene.serve(wants(5)))
        .isEqualTo(
            "PoolExhausted: NetworkPool lab/p has fewer than 5 free addresses; tried again as soon"
                + " as some are given back or the pool is widened");
    assertThat(scene.serve(wants(4)))
        .isEqualTo(
            "NoContiguousBlock: NetworkPool lab/p has 4 free addresses, but not side by side; tried"
                + " again as soon as some are given back. Smaller claims can be served now");
  }

  @Test
  void pinsAreToldWhoHasTheAddressOrWhyItIsKeptBack() {
    var scene =
        Scene.of(
            "{cidr: 10.40.0.0/28, reserved: [{cidr: 10.40.0.8/30, description: printers}]}",
            holding("old", "10.40.0.3", "10.40.0.4"));

    assertThat(scene.serve(pins("10.40.0.2", "10.40.0.3")))
        .isEqualTo(
            "PinnedConflict: 10.40.0.3 is held by lab/old as part of 10.40.0.3-10.40.0.4; choose a"
                + " range that is free");
    assertThat(scene.serve(pins("10.40.0.9", "10.40.0.9")))
        .isEqualTo("PinnedConflict: 10.40.0.9 is reserved (printers); choose a range that is free");
    assertThat(scene.serve(pins("10.40.0.0", "10.40.0.0")))
        .isEqualTo("PinnedConflict: 10.40.0.0 is the network address; choose a range that is free");
  }

  @Test
  void pinsLieInsideOneWindow() {
    var scene =
        Scene.of(
            "{cidr: 10.40.0.0/24, tenantAllocation: {ranges: [{start: 10.40.0.10, end: 10.40.0.19},"
                + " {start: 10.40.0.20, end: 10.40.0.29}]}}");

    assertThat(scene.serve(pins("10.40.0.18", "10.40.0.21")))
        .isEqualTo(
            "OutOfRange: 10.40.0.18-10.40.0.21 straddles the windows 10.40.0.10-10.40.0.19 and"
                + " 10.40.0.20-10.40.0.29; choose a range inside one of them");
    assertThat(scene.serve(pins("10.41.0.1", "10.41.0.1")))
        .isEqualTo(
            "OutOfRange: 10.41.0.1/32 is not inside a window of the pool; the windows are"
                + " 10.40.0.10-10.40.0.19, 10.40.0.20-10.40.0.29");
  }

  @Test
  void sizeIsTheClaimsThenThePoolsThenTheUsual() {
    var own = "{cidr: 10.40.0.0/24, tenantAllocation: {defaults: {nodesPerTenant: 3}}}";

    assertThat(given(own, "type: nodes, count: 4")).isEqualTo("10.40.0.1-10.40.0.4");
    assertThat(given(own, "type: nodes")).isEqualTo("10.40.0.1-10.40.0.3");
    assertThat(given(own, "type: loadbalancer")).isEqualTo("10.40.0.1-10.40.0.8");
    assertThat(given("{cidr: 10.40.0.0/24}", "type: nodes")).isEqualTo("10.40.0.1-10.40.0.5");
    assertThat(
            given(
                "{cidr: 10.40.0.0/24, tenantAllocation: {alignment: powerOfTwo}}",
                "type: loadbalancer"))
        .isEqualTo("10.40.0.8/29");
  }

  private static String given(String spec, String claim) {
    var scene = Scene.of(spec);
    assertThat(scene.serve(claim("c", 1, claim))).isEqualTo("served");
    return scene.book().open().getFirst().range().toString();
  }

  private static Map<Share, Allowance> allowance(
      int limit, int elsewhere, Optional<String> unclear) {
    return Map.of(
        nodes("t"),
        new Allowance(BigInteger.valueOf(limit), BigInteger.valueOf(elsewhere), unclear));
  }
}
