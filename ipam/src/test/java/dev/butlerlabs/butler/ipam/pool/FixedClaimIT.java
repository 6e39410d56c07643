package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a claim can be edited, though nobody but the API server looks. */
@OnRealApiServer
class FixedClaimIT {

  private final SteppedTimeline timeline = Lab.today();
  private Lab lab;
  private Onlooker onlooker;

  @BeforeEach
  void prepare(TestCluster given) {
    lab = Lab.in(given);
    onlooker = Onlooker.of(given, lab);
    lab.tenant("t", "{}");
    lab.pool("p", "{cidr: 10.40.0.0/24}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{poolRef: {name: q}} | poolRef cannot change, because the old pool would take",
        "{tenantClusterRef: {name: u}} | tenantClusterRef cannot change; delete this IPAllocation",
        "{type: loadbalancer} | type cannot change; delete this IPAllocation",
        "{pinnedRange: {startAddress: 10.40.0.9, endAddress: 10.40.0.9}} | pinnedRange cannot change",
      })
  @DisplayName("point 9: pool, cluster, type and pin of a claim never change")
  void point9_claimStaysWhatItWasMadeFor(String edit, String message) {
    lab.claim("c", "p", "t", "type: nodes, count: 2");

    assertThatThrownBy(() -> lab.edit("IPAllocation", "c", "{spec: " + edit + "}"))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(message);
  }

  @Test
  @DisplayName("point 9: the number can be edited until the addresses are given out")
  void point9_countIsFixedOnceBound() throws Exception {
    lab.claim("c", "p", "t", "type: nodes, count: 2");
    lab.edit("IPAllocation", "c", "{spec: {count: 3}}");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("c", Phase.ALLOCATED);
    }

    assertThat(lab.status("c").allocatedCount()).isEqualTo(3);
    assertThatThrownBy(() -> lab.edit("IPAllocation", "c", "{spec: {count: 4}}"))
        .hasMessageContaining("spec.count can no longer change")
        .hasMessageContaining("create another IPAllocation for more addresses");
  }
}
