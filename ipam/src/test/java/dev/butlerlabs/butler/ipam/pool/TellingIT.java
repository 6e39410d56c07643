package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people and metrics hear of claims. */
@OnRealApiServer
class TellingIT {

  private final SteppedTimeline timeline = Lab.today();
  private Lab lab;
  private Onlooker onlooker;

  @BeforeEach
  void prepare(TestCluster given) {
    lab = Lab.in(given);
    onlooker = Onlooker.of(given, lab);
  }

  @Test
  void eachHappeningIsOneEventAndARestartRepeatsNone() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/29}");
    lab.claim("a", "p", "t", "type: nodes, count: 2");
    lab.claim("b", "p", "t", "type: nodes, count: 9");
    lab.claim("c", "nowhere", "t", "type: nodes, count: 1");
    var given =
        "a IPsAllocated holds 10.40.0.1-10.40.0.2 of NetworkPool %s/p".formatted(namespace());
    var exhausted = "b AllocationFailed PoolExhausted: NetworkPool %s/p has".formatted(namespace());
    var lost = "c AllocationFailed PoolNotFound: there is no NetworkPool ";
    try (var office = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
      onlooker.phase("b", Phase.FAILED);
      onlooker.phase("c", Phase.FAILED);
      heard(given, exhausted, lost);
      assertThat(office.processed("allocated")).isEqualTo(1);
      assertThat(office.processed("PoolExhausted")).isEqualTo(1);
      assertThat(office.processed("PoolNotFound")).isEqualTo(1);
    }

    timeline.advance(Duration.ofMinutes(11));
    try (var office = Office.of(lab, timeline)) {
      lab.claim("d", "p", "t", "type: nodes, count: 1");
      onlooker.phase("d", Phase.ALLOCATED);
      heard(given, exhausted, lost, "d IPsAllocated holds 10.40.0.3/32 of NetworkPool ");
      lab.release("d");
      lab.tell("d", "Withdrawn");
      onlooker.phase("d", Phase.RELEASED);
      lab.edit("IPAllocation", "b", "{spec: {count: 3}}");
      onlooker.phase("b", Phase.ALLOCATED);
      heard(
          given,
          exhausted,
          "b IPsAllocated holds 10.40.0.4-10.40.0.6 of NetworkPool ",
          lost,
          "d IPsAllocated ");
      assertThat(office.processed("allocated")).isEqualTo(2);
      assertThat(office.processed("released")).isEqualTo(1);
      assertThat(office.processed("PoolExhausted")).isZero();
    }
  }

  @Test
  void claimWhoseClusterIsGoneIsToldToGo() throws Exception {
    var tenant = lab.tenant("t", "{}");
    lab.pool("p", "{cidr: 10.40.0.0/29}");
    lab.claimOf(tenant, "a", "p", "type: nodes, count: 2");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
      lab.delete("TenantCluster", "t");
      onlooker.phase("a", Phase.RELEASED);
      heard(
          "a IPsAllocated ",
          "a OrphanedAllocationGC TenantCluster %s/t is gone; gives back 10.40.0.1-10.40.0.2"
              .formatted(namespace()));
    }
  }

  private String namespace() {
    return lab.namespace();
  }

  /** Events are told behind the work, so they may come a little later; but no others come. */
  private void heard(String... beginnings) {
    var expected = List.of(beginnings).stream().sorted().toList();
    Await.untilTrue(
        "events are told: " + expected, () -> lab.claimEvents().size() >= expected.size());
    var told = lab.claimEvents();
    assertThat(told).hasSize(expected.size());
    for (var at = 0; at < told.size(); at++) {
      assertThat(told.get(at)).startsWith(expected.get(at)).doesNotContain(" x2");
    }
  }
}
