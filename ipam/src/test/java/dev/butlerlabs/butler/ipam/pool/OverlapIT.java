package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pools that lie over something else though admission should have refused them. */
@OnRealApiServer
class OverlapIT {

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
  @DisplayName("point 7: pools that overlap say so, and neither gives out what they share")
  void point7_overlappingPoolsSaySoAndGiveOutNothingTheyShare() throws Exception {
    lab.pool("wide", "{cidr: 10.40.0.0/29}");
    lab.pool("narrow", "{cidr: 10.40.0.4/30}");
    lab.claim("a", "wide", "t", "type: nodes, count: 3");
    lab.claim("b", "wide", "t", "type: nodes, count: 1");
    lab.claim("c", "narrow", "t", "type: nodes, count: 1");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
      onlooker.phase("b", Phase.FAILED);
      onlooker.phase("c", Phase.FAILED);
      assertThat(lab.status("a").cidr()).isEqualTo("10.40.0.1-10.40.0.3");
      assertThat(onlooker.condition("wide", "Overlapping", true).message())
          .contains("10.40.0.4/30 is also in NetworkPool %s/narrow".formatted(lab.namespace()));
      assertThat(onlooker.condition("narrow", "Overlapping", true).message())
          .contains("is also in NetworkPool %s/wide".formatted(lab.namespace()));

      lab.edit("NetworkPool", "wide", "{spec: {reserved: [{cidr: 10.40.0.4/30}]}}");
      // Both pools look at the same tenant's quota now; one of them may have to come back for it.
      Await.untilTrue(
          "c is bound",
          () -> {
            timeline.advance(Duration.ofMillis(100));
            return lab.status("c").phase() == Phase.ALLOCATED;
          });
      onlooker.condition("wide", "Overlapping", false);
      onlooker.condition("narrow", "Overlapping", false);
      assertThat(lab.status("c").startAddress()).isEqualTo("10.40.0.5");
    }
  }

  @Test
  @DisplayName("point 7: gateways, DNS servers and control planes in a pool are never given out")
  void point7_gatewaysAndControlPlanesAreNeverGivenOut() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/29}");
    lab.provider(
        "site", "{mode: ipam, gateway: 10.40.0.1, dnsServers: [10.40.0.2], poolRefs: [{name: p}]}");
    var tenant = lab.tenant("web", "{}");
    lab.client()
        .resource(tenant)
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"status\":{\"controlPlaneEndpoint\":\"https://10.40.0.4:6443\"}}");
    lab.claim("a", "p", "t", "type: nodes, count: 3");
    lab.claim("b", "p", "t", "type: nodes, count: 2");
    lab.claim("c", "p", "t", "type: nodes, count: 1");
    lab.claim(
        "d",
        "p",
        "t",
        "type: nodes, pinnedRange: {startAddress: 10.40.0.4, endAddress: 10.40.0.4}");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("b", Phase.ALLOCATED);
      onlooker.phase("c", Phase.ALLOCATED);
      onlooker.phase("a", Phase.FAILED);
      onlooker.phase("d", Phase.FAILED);
    }

    assertThat(lab.status("b").cidr()).isEqualTo("10.40.0.5-10.40.0.6");
    assertThat(lab.status("c").startAddress()).isEqualTo("10.40.0.3");
    assertThat(onlooker.told("d"))
        .startsWith(
            "PinnedConflict: 10.40.0.4 is the control plane endpoint of TenantCluster %s/web"
                .formatted(lab.namespace()));
  }
}
