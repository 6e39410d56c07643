package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.dsl.Informable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A tenant's quota spans pools. */
@OnRealApiServer
class QuotaIT {

  private final SteppedTimeline timeline = Lab.today();
  private Lab lab;
  private Onlooker onlooker;

  @BeforeEach
  void prepare(TestCluster given) {
    lab = Lab.in(given);
    onlooker = Onlooker.of(given, lab);
    lab.provider(
        "lab", "{mode: ipam, poolRefs: [{name: p}, {name: q}], quotaPerTenant: {maxNodeIPs: 4}}");
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.pool("q", "{cidr: 10.41.0.0/24}");
    lab.tenant("t", "{providerConfigRef: {name: lab, namespace: %s}}".formatted(lab.namespace()));
  }

  @Test
  void whatATenantHasInAllPoolsCountsAgainstItsQuota() throws Exception {
    lab.claim("a", "p", "t", "type: nodes, count: 3");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
      lab.claim("b", "q", "t", "type: nodes, count: 2");
      onlooker.phase("b", Phase.FAILED);
      assertThat(onlooker.told("b"))
          .startsWith("QuotaExceeded: TenantCluster " + lab.namespace() + "/t may have 4 addresses")
          .endsWith("2 more would be too many; tried again as soon as it gives some back");
      lab.claim("c", "q", "t", "type: nodes, count: 1");
      onlooker.phase("c", Phase.ALLOCATED);
      lab.claim("d", "q", "t", "type: loadbalancer, count: 9");
      onlooker.phase("d", Phase.ALLOCATED);

      lab.release("a");
      lab.tell("a", "Withdrawn");
      onlooker.phase("b", Phase.ALLOCATED);
    }
  }

  @Test
  void manyClaimsAtOnceInTwoPoolsGiveExactlyWhatTheQuotaAllows() throws Exception {
    for (var at = 0; at < 10; at++) {
      lab.claim("p" + at, "p", "t", "type: nodes, count: 1");
      lab.claim("q" + at, "q", "t", "type: nodes, count: 1");
    }
    var share = new Share(new ObjectKey(lab.namespace(), "t"), IPAllocationSpec.Type.NODES);
    try (var history = History.of(lab);
        var _ = Office.of(lab, timeline)) {
      onlooker.await().untilList("every claim is decided", all(), this::decided);
      assertThat(lab.claims()).filteredOn(QuotaIT::allocated).hasSize(4);
      assertThat(history.most(share)).isEqualTo(4);
    }
  }

  /** Two pools in each other's way try again a moment later, so time has to pass. */
  private boolean decided(List<IPAllocation> claims) {
    timeline.advance(Duration.ofMillis(100));
    return claims.stream()
        .allMatch(one -> one.getStatus() != null && one.getStatus().phase() != Phase.PENDING);
  }

  private static boolean allocated(IPAllocation claim) {
    return claim.getStatus() != null && claim.getStatus().phase() == Phase.ALLOCATED;
  }

  private Informable<IPAllocation> all() {
    return lab.client().resources(IPAllocation.class).inNamespace(lab.namespace());
  }
}
