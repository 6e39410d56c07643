package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How waiting claims are served, on a real API server. */
@OnRealApiServer
class BindingIT {

  private final SteppedTimeline timeline = Lab.today();
  private TestCluster cluster;
  private Lab lab;

  @BeforeEach
  void prepare(TestCluster given) {
    cluster = given;
    lab = Lab.in(given);
  }

  @Test
  void claimGetsABlockAndAReceiptThatSaysSo() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.bareClaim("c", "p", "t", "type: loadbalancer, count: 4");
    try (var _ = Office.of(lab, timeline)) {
      awaitPhase("c", Phase.ALLOCATED);
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

  private IPAllocation awaitPhase(String claim, Phase phase) {
    return cluster
        .await()
        .until(
            claim + " is " + phase,
            lab.resource(IPAllocation.class, claim),
            one -> one.getStatus() != null && one.getStatus().phase() == phase);
  }
}
