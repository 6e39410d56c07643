package dev.butlerlabs.butler.ipam.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a user reads who takes away, or asks for, what is not his to have. */
@OnRealApiServer
class UseAdmissionIT {

  private Desk desk;

  @BeforeEach
  void start(TestCluster cluster) {
    desk = new Desk(cluster);
    desk.open();
  }

  @AfterEach
  void stop() {
    desk.close();
  }

  @Test
  void poolGrowsAndNeverShrinks() {
    desk.apply(Desk.pool("lab", "{cidr: 10.40.0.0/24}")).requireSuccess();

    assertThat(desk.tryPool("lab", "{cidr: 10.40.0.0/25}").stderr())
        .contains(
            "spec.cidr: 10.40.0.0/25 does not hold all of 10.40.0.0/24, which the pool has now (a"
                + " pool only grows");
    desk.tryPool("lab", "{cidr: 10.40.0.0/23}").requireSuccess();
  }

  @Test
  @DisplayName("point 10: an edit that takes held addresses is refused, naming claim and address")
  void point10_editsUnderUseAreRefused() {
    var ranges =
        "{cidr: 10.40.0.0/24, %s tenantAllocation: {ranges: [{start: 10.40.0.%s, end: 10.40.0.%s}]}}";
    desk.apply(Desk.pool("lab", ranges.formatted("", "8", "99"))).requireSuccess();
    desk.held("web-1", "10.40.0.16", "10.40.0.23");

    var narrowed = desk.tryPool("lab", ranges.formatted("", "20", "99"));
    var reserved =
        desk.tryPool("lab", ranges.formatted("reserved: [{cidr: 10.40.0.22/31}],", "8", "99"));

    var claim =
        "held by IPAllocation %s/web-1 of TenantCluster team-a/web"
            .formatted(desk.cluster().namespace());
    assertThat(narrowed.stderr())
        .contains("spec.tenantAllocation: 10.40.0.16/30 is " + claim)
        .contains("and is outside the ranges of the pool (first give it back: kubectl patch")
        .contains("'{\"spec\":{\"release\":true}}')");
    assertThat(reserved.stderr())
        .contains("spec.reserved: 10.40.0.22/31 is " + claim + " and is reserved");
    desk.tryPool("lab", ranges.formatted("", "16", "50")).requireSuccess();
    desk.tryPool("lab", ranges.formatted("reserved: [{cidr: 10.40.0.24/30}],", "8", "99"))
        .requireSuccess();
  }

  @Test
  void poolInUseIsNotDeleted() {
    desk.apply(Desk.pool("lab", "{cidr: 10.40.0.0/24}")).requireSuccess();
    desk.held("web-1", "10.40.0.16", "10.40.0.23");

    var refused = desk.cluster().kubectl("delete", "networkpool", "lab");
    assertThat(refused.stderr())
        .contains("are held through 1 IPAllocations, for example 10.40.0.16/29 by")
        .contains("for TenantCluster team-a/web");

    desk.cluster().kubectl("delete", "ipallocation", "web-1").requireSuccess();
    desk.cluster().kubectl("delete", "networkpool", "lab").requireSuccess();
  }

  @Test
  @DisplayName("points 18 and 19: a pin that cannot be served is refused, a missing pool is told")
  void points18and19_pinsAreHeldAgainstTheRanges() {
    assertThat(desk.apply(Desk.claim("early", "")).stderr())
        .contains(
            "Warning: spec.poolRef: there is no NetworkPool %s/lab; the claim waits until there is"
                .formatted(desk.cluster().namespace()));
    desk.apply(
            Desk.pool(
                "lab",
                "{cidr: 10.40.0.0/24, reserved: [{cidr: 10.40.0.32/30}], tenantAllocation: {ranges:"
                    + " [{start: 10.40.0.8, end: 10.40.0.49}, {start: 10.40.0.50, end:"
                    + " 10.40.0.99}]}}"))
        .requireSuccess();
    var pin = ", pinnedRange: {startAddress: '%s', endAddress: '%s'}";

    assertThat(desk.apply(Desk.claim("pin", pin.formatted("10.40.0.45", "10.40.0.52"))).stderr())
        .contains(
            "spec.pinnedRange: 10.40.0.45-10.40.0.52 straddles the ranges 10.40.0.8-10.40.0.49 and"
                + " 10.40.0.50-10.40.0.99 of NetworkPool %s/lab (make one IPAllocation for each"
                    .formatted(desk.cluster().namespace())
                + " range)");
    assertThat(desk.apply(Desk.claim("pin", pin.formatted("10.40.0.98", "10.40.0.101"))).stderr())
        .contains("10.40.0.98-10.40.0.101 lies outside the ranges of NetworkPool");
    assertThat(desk.apply(Desk.claim("pin", pin.formatted("10.40.0.30", "10.40.0.33"))).stderr())
        .contains("is never given out: 10.40.0.32/30 is reserved (pin other addresses)");
    assertThat(desk.apply(Desk.claim("pin", pin.formatted("fd00::9", "fd00::1"))).stderr())
        .contains("fd00::9-fd00::1 ends before it starts; write fd00::1-fd00::9");
    assertThat(desk.apply(Desk.claim("many", ", count: 65")).stderr())
        .contains(
            "spec.count: 65 addresses in one block are wanted, but the longest range of NetworkPool");
    desk.apply(Desk.claim("pin", pin.formatted("10.40.0.50", "10.40.0.57"))).requireSuccess();
  }

  @Test
  @DisplayName("point 9: giving back and edits that want no more are never refused")
  void point9_givingBackIsNeverRefused() {
    desk.apply(Desk.claim("web-1", ", count: 9000")).requireSuccess();
    desk.apply(Desk.pool("lab", "{cidr: 10.40.0.0/24}")).requireSuccess();

    desk.apply(Desk.claim("web-1", ", count: 8000")).requireSuccess();
    desk.apply(Desk.claim("web-1", ", count: 8000, release: true")).requireSuccess();
  }

  @Test
  void cloudsTakeNoPools() {
    var config =
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: site}
        spec:
          provider: %s
          credentialsRef: {name: secret}
          %s
          network: {mode: ipam, poolRefs: [{name: gone}]}
        """;

    assertThat(desk.apply(config.formatted("aws", "aws: {region: eu-central-1}")).stderr())
        .contains(
            "spec.network.mode: ipam does not work on aws, which gives addresses itself (write"
                + " cloud, or leave it out)");
    var own = desk.apply(config.formatted("harvester", "harvester: {networkName: default/vlan40}"));
    own.requireSuccess();
    assertThat(own.stderr())
        .contains("Warning: spec.network.poolRefs: there is no NetworkPool")
        .contains("it is passed over until there is");
  }
}
