package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How addresses come back, on a real API server. */
@OnRealApiServer
class LeavingIT {

  private static final String ONE =
      "type: nodes, pinnedRange: {startAddress: 10.40.0.1, endAddress: 10.40.0.1}";

  private final SteppedTimeline timeline = Lab.today();
  private TestCluster cluster;
  private Lab lab;
  private Onlooker onlooker;

  @BeforeEach
  void prepare(TestCluster given) {
    cluster = given;
    lab = Lab.in(given);
    onlooker = Onlooker.of(given, lab);
  }

  @Test
  @DisplayName(
      "points 3 and 4: taken until withdrawn, then resting, then free, and kept for the record")
  void points3and4_releasedAddressIsTakenThenRestsThenIsFree() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.claim("c", "p", "t", ONE);
    lab.tenant("t", "{}");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("c", Phase.ALLOCATED);
      lab.release("c");
      onlooker.phase("c", Phase.RELEASING);
      lab.claim("next", "p", "t", ONE);
      onlooker.phase("next", Phase.FAILED);
      assertThat(onlooker.told("next")).startsWith("PinnedConflict: 10.40.0.1 is held by");

      var released = timeline.instant();
      lab.tell("c", "Withdrawn");
      onlooker.phase("c", Phase.RELEASED);
      assertThat(lab.status("c").releasedAt()).isEqualTo(released);
      assertThat(lab.status("c").startAddress()).isEqualTo("10.40.0.1");
      assertThat(lab.ledger("p").resting()).hasSize(1);
      onlooker.told("next", "rests until");

      after(
          Duration.ofMinutes(10),
          "next is served",
          () -> lab.status("next").phase() == Phase.ALLOCATED);
      assertThat(lab.ledger("p").resting()).isEmpty();

      after(Duration.ofHours(719), "the pool has nothing to do", () -> timeline.pending() == 1);
      assertThat(lab.claim("c").getMetadata().getDeletionTimestamp()).isNull();
      after(Duration.ofHours(1), "the record is over", () -> gone("c"));
      assertThat(lab.status("next").phase()).isEqualTo(Phase.ALLOCATED);
    }
  }

  @Test
  void deletedClaimGoesAfterWithdrawalAndItsAddressRestsWithoutIt() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.claim("c", "p", "t", ONE);
    lab.claim("never-held", "nowhere", "t", ONE);
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("c", Phase.ALLOCATED);
      onlooker.phase("never-held", Phase.FAILED);
      lab.delete("IPAllocation", "c");
      lab.delete("IPAllocation", "never-held");
      onlooker.gone("never-held");
      onlooker.phase("c", Phase.RELEASING);
      lab.tell("c", "HolderGone");
      onlooker.gone("c");
      lab.claim("next", "p", "t", ONE);
      onlooker.phase("next", Phase.FAILED);
      assertThat(onlooker.told("next")).contains("rests until");
    }
  }

  @Test
  void claimRemovedByForceRestsLikeAnyOther() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.claim("c", "p", "t", ONE);
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("c", Phase.ALLOCATED);
      lab.delete("IPAllocation", "c");
      onlooker.phase("c", Phase.RELEASING);
      lab.resource(IPAllocation.class, "c")
          .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
      onlooker.gone("c");
      lab.claim("next", "p", "t", ONE);
      onlooker.phase("next", Phase.FAILED);
      onlooker.told("next", "rests until");
    }
  }

  @Test
  @DisplayName(
      "point 19: claims of a cluster that is gone leave, and those without addresses are collected")
  void point19_claimsOfAGoneClusterLeaveByThemselves() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/30}");
    var tenant = lab.tenant("t", "{}");
    lab.claimOf(tenant, "held", "p", "type: nodes, count: 1");
    lab.claimOf(tenant, "waiting", "p", "type: nodes, count: 9");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("held", Phase.ALLOCATED);
      onlooker.phase("waiting", Phase.FAILED);
      lab.delete("TenantCluster", "t");
      cluster.await().untilGone(lab.resource(TenantCluster.class, "t"));
      onlooker.phase("held", Phase.RELEASED);
      onlooker.gone("waiting");

      var namesake = lab.tenant("t", "{}");
      lab.claimOf(tenant, "of-the-dead", "p", "type: nodes, count: 1");
      lab.claimOf(namesake, "of-the-living", "p", "type: nodes, count: 1");
      onlooker.gone("of-the-dead");
      onlooker.phase("of-the-living", Phase.ALLOCATED);
    }
  }

  @Test
  void addressesOfADeletedClusterThatCanBeHadBackStayTakenUntilItIsFinal() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    var tenant = lab.tenant("t", "{}");
    lab.claimOf(tenant, "held", "p", ONE);
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("held", Phase.ALLOCATED);
      lab.tell("held", "HolderGone", "False", "Kept");
      vanishAndStayHeld();

      lab.tell("held", "HolderGone");
      onlooker.phase("held", Phase.RELEASED);
    }
  }

  @Test
  void addressesOfAClusterThatVanishedStayTakenWhileItsNamespaceIsThere() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    var tenant = lab.tenant("t", "{}");
    lab.claimOf(tenant, "held", "p", ONE);
    var place = cluster.freshNamespace();
    label(place, "source-namespace=" + tenant.getMetadata().getNamespace(), "source-name=t");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("held", Phase.ALLOCATED);
      vanishAndStayHeld();

      label(place, "source-namespace-", "source-name-");
      after(
          Duration.ofMinutes(5),
          "it gives back what it held",
          () -> lab.status("held").phase() == Phase.RELEASED);
    }
  }

  /** The cluster goes, and nobody else gets what it held. */
  private void vanishAndStayHeld() throws Exception {
    lab.delete("TenantCluster", "t");
    cluster.await().untilGone(lab.resource(TenantCluster.class, "t"));

    lab.claim("next", "p", "u", ONE);
    lab.tenant("u", "{}");
    onlooker.phase("next", Phase.FAILED);
    assertThat(onlooker.told("next")).startsWith("PinnedConflict: 10.40.0.1 is held by");
    assertThat(lab.status("held").phase()).isEqualTo(Phase.ALLOCATED);
  }

  private void label(String namespace, String... labels) {
    for (var label : labels) {
      cluster
          .kubectl("label", "namespace", namespace, "butler.butlerlabs.dev/" + label)
          .requireSuccess();
    }
  }

  @Test
  void claimMayBeOlderThanItsClusterByAnHour() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.claim("early", "p", "not-yet", ONE);
    lab.claim("never", "p", "not-ever", "type: nodes, count: 999");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("early", Phase.ALLOCATED);
      onlooker.phase("never", Phase.FAILED);
      lab.tenant("not-yet", "{}");
      after(Duration.ofMinutes(61), "the orphan is collected", () -> gone("never"));
      assertThat(lab.status("early").phase()).isEqualTo(Phase.ALLOCATED);
    }
  }

  @Test
  void poolWaitsForItsClaimsAndItsRestsOutliveIt() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.claim("c", "p", "t", ONE);
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("c", Phase.ALLOCATED);
      lab.delete("NetworkPool", "p");
      var ready = onlooker.condition("p", "Ready", false);
      assertThat(ready.reason() + ": " + ready.message())
          .isEqualTo(
              "Deleting: the pool stays while addresses of it are given out, now through 1"
                  + " IPAllocations");
      lab.claim("late", "p", "t", "type: nodes, count: 1");
      onlooker.phase("late", Phase.FAILED);
      assertThat(onlooker.told("late")).startsWith("PoolDeleting: NetworkPool");
      lab.release("c");
      lab.tell("c", "Withdrawn");
      cluster.await().untilGone(lab.resource(NetworkPool.class, "p"));
      onlooker.told("late", "PoolNotFound");
      assertThat(lab.ledger("p").resting()).hasSize(1);

      lab.delete("IPAllocation", "late");
      onlooker.gone("late");
      lab.pool("p", "{cidr: 10.40.0.0/24}");
      lab.claim("next", "p", "t", ONE);
      onlooker.phase("next", Phase.FAILED);
      assertThat(onlooker.told("next")).contains("rests until");
      lab.delete("NetworkPool", "p");
      cluster.await().untilGone(lab.resource(NetworkPool.class, "p"));
      var ledger = LedgerStore.name(new ObjectKey(lab.namespace(), "p"));
      after(
          Duration.ofMinutes(10),
          "the ledger is swept",
          () ->
              lab.client().configMaps().inNamespace(lab.namespace()).withName(ledger).get()
                  == null);
    }
  }

  @Test
  @DisplayName("point 10: what is held stays held when the pool is narrowed or reserved over it")
  void point10_heldStaysHeldWhenThePoolIsEditedUnderIt() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.claim("c", "p", "t", ONE);
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("c", Phase.ALLOCATED);
      lab.edit(
          "NetworkPool",
          "p",
          "{spec: {tenantAllocation: {ranges: [{start: 10.40.0.100, end: 10.40.0.110}]}}}");
      // Claims and pools are watched apart: a claim may come before the edit is known.
      assertThat(onlooker.condition("p", "AddressConflict", true).message()).contains("10.40.0.1");
      lab.claim(
          "out",
          "p",
          "t",
          "type: nodes, pinnedRange: {startAddress: 10.40.0.2, endAddress: 10.40.0.2}");
      lab.claim("in", "p", "t", "type: nodes, count: 1");
      onlooker.phase("out", Phase.FAILED);
      onlooker.phase("in", Phase.ALLOCATED);
      assertThat(onlooker.told("out")).startsWith("OutOfRange");
      assertThat(lab.status("in").startAddress()).isEqualTo("10.40.0.100");
      onlooker.condition("p", "AddressConflict", true);
      assertThat(lab.status("c").phase()).isEqualTo(Phase.ALLOCATED);
    }
  }

  /** Lets so much time pass, and then a little more: a run looks again from when it began. */
  private void after(Duration time, String what, BooleanSupplier condition) {
    timeline.advance(time);
    Await.untilTrue(
        what,
        () -> {
          timeline.advance(Duration.ofMillis(100));
          return condition.getAsBoolean();
        });
  }

  private boolean gone(String claim) {
    return lab.resource(IPAllocation.class, claim).get() == null;
  }
}
