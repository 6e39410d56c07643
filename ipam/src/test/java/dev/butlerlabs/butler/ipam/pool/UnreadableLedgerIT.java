package dev.butlerlabs.butler.ipam.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.claim.Clerk;
import dev.butlerlabs.butler.ipam.claim.plan.Receipt;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.ipam.ledger.Resting;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.Edit;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Somebody spoils the ledger of one pool. */
@OnRealApiServer
class UnreadableLedgerIT {

  private final SteppedTimeline timeline = Lab.today();
  private Lab lab;
  private Onlooker onlooker;

  @BeforeEach
  void prepare(TestCluster given) {
    lab = Lab.in(given);
    onlooker = Onlooker.of(given, lab);
  }

  @Test
  void spoiledLedgerStopsItsOwnPoolOnlyUntilItIsMended() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/28}");
    lab.pool("q", "{cidr: 10.41.0.0/28}");
    lab.claim("a", "p", "t", "type: nodes, count: 2");
    try (var history = History.of(lab);
        var _ = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
      var data = spoil("p", "resting", "tomorrow");

      var ready = onlooker.condition("p", "Ready", false);
      assertThat(ready.reason()).isEqualTo("LedgerUnreadable");
      assertThat(ready.message())
          .startsWith(
              "ConfigMap %s/%s cannot be read as a ledger: line \"tomorrow\" of resting has not 2 words. Nothing is given out"
                  .formatted(lab.namespace(), ledger("p")))
          .contains("Undo what was done to it (an older copy would be wrong), or delete it");
      assertThat(onlooker.condition("p", "CapacityExhausted", false).reason())
          .isEqualTo("LedgerUnreadable");
      lab.claim("b", "p", "t", "type: nodes, count: 2");
      lab.claim("c", "q", "t", "type: nodes, count: 2");
      onlooker.phase("c", Phase.ALLOCATED);
      onlooker.told("b", "LedgerUnreadable: the ledger of NetworkPool " + lab.namespace() + "/p");
      lab.release("c");
      lab.tell("c", "Withdrawn");
      onlooker.phase("c", Phase.RELEASED);
      assertThat(lab.status("a").phase()).isEqualTo(Phase.ALLOCATED);
      assertThat(events("LedgerUnreadable")).isEqualTo(1);

      mend("p", data);
      onlooker.phase("b", Phase.ALLOCATED);
      onlooker.condition("p", "Ready", true);
      assertThat(lab.status("b").startAddress()).isEqualTo("10.40.0.3");
      assertThat(history.doubleHolders()).isEmpty();
    }
  }

  @Test
  void spoiledLedgerIsFoundByAProcessThatStarts() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/28}");
    lab.pool("q", "{cidr: 10.41.0.0/28}");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.condition("p", "Ready", true);
    }
    spoil("p", "pool", "q");
    lab.claim("c", "q", "t", "type: nodes, count: 2");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.phase("c", Phase.ALLOCATED);
      assertThat(onlooker.condition("p", "Ready", false).message())
          .contains("cannot be read as a ledger: pool: \"q\" is no namespace/name. ");
    }
  }

  @Test
  void deletedLedgerIsMadeAnewAndEverythingFreeRestsOnce() throws Exception {
    lab.pool("p", "{cidr: 10.40.0.0/29}");
    lab.claim("a", "p", "t", "type: nodes, count: 2");
    try (var history = History.of(lab);
        var _ = Office.of(lab, timeline)) {
      onlooker.phase("a", Phase.ALLOCATED);
      spoil("p", "windows", "all of them");
      // A run that is outdone by it looks again only when the clock goes on.
      after(Duration.ofSeconds(1), "p stands still", () -> standsStill("p"));
      lab.claim("b", "p", "t", "type: nodes, count: 2");
      onlooker.told("b", "LedgerUnreadable");

      resource("p").delete();
      onlooker.condition("p", "Ready", true);
      onlooker.told("b", "PoolExhausted");
      assertThat(lab.ledger("p").resting())
          .extracting(Resting::range)
          .containsExactly(range("10.40.0.0/29"));

      after(
          Duration.ofMinutes(10), "b is served", () -> lab.status("b").phase() == Phase.ALLOCATED);
      assertThat(lab.status("b").startAddress()).isEqualTo("10.40.0.3");
      assertThat(history.doubleHolders()).isEmpty();
    }
  }

  @Test
  void noReceiptOutOfALostLedgerCanBeWrittenLate() throws Exception {
    var pool = lab.pool("p", "{cidr: 10.40.0.0/29}");
    try (var _ = Office.of(lab, timeline)) {
      onlooker.condition("p", "Ready", true);
    }
    lab.claim("c", "p", "t", "type: nodes, count: 2");
    var paused = Claim.of(lab.claim("c")).orElseThrow();
    resource("p").delete();

    var rooms = Rooms.of(lab.client(), lab.scope(), lab.silent(), 1, 1);
    var stored = rooms.archive().pool(key("p")).orElseThrow();
    var made = new NewLedger(rooms, key("p")).make(stored, timeline.instant());
    var late =
        new Clerk(lab.client())
            .write(
                paused,
                Receipt.allocated(paused, range("10.40.0.2-10.40.0.3"), timeline.instant()));

    assertThat(late).isInstanceOf(Answer.Failed.class);
    assertThat(lab.claim("c").getStatus()).isNull();
    assertThat(made.ledger().resting())
        .containsExactly(
            new Resting(range("10.40.0.0/29"), timeline.instant().plus(Duration.ofMinutes(10))));
    resource("p").delete();
    assertThat(new NewLedger(rooms, key("p")).make(pool, timeline.instant()).ledger().resting())
        .as("a pool that nobody has looked after yet has lost nothing")
        .isEmpty();
  }

  @Test
  void neighboursGiveOutNothingOfAPoolWhoseLedgerIsSpoiled() throws Exception {
    lab.pool("p", in("10.40.0.0/28", "10.40.0.1", "10.40.0.4"));
    lab.pool("q", in("10.40.0.0/24", "10.40.0.5", "10.40.0.20"));
    try (var _ = Office.of(lab, timeline)) {
      onlooker.condition("p", "Ready", true);
      onlooker.condition("q", "Overlapping", false);
      var data = spoil("p", "open", "x");
      var overlapping = onlooker.condition("q", "Overlapping", true);
      assertThat(overlapping.reason()).isEqualTo("LedgerUnreadable");
      assertThat(overlapping.message())
          .isEqualTo(
              "10.40.0.5-10.40.0.15 is not given out: the ledger of NetworkPool %1$s/p, ConfigMap %1$s/%2$s, cannot be read (do what the condition Ready of that pool says)"
                  .formatted(lab.namespace(), ledger("p")));
      lab.claim("c", "q", "t", "type: nodes, count: 2");
      onlooker.phase("c", Phase.ALLOCATED);
      assertThat(lab.status("c").startAddress()).isEqualTo("10.40.0.16");
      lab.claim(
          "d",
          "q",
          "t",
          "type: nodes, pinnedRange: {startAddress: 10.40.0.9, endAddress: 10.40.0.9}");
      onlooker.told("d", "PinnedConflict: 10.40.0.9 is perhaps given out already: the ledger of");

      mend("p", data);
      onlooker.phase("d", Phase.ALLOCATED);
      onlooker.condition("q", "Overlapping", false);
    }
  }

  @Test
  void quotaIsNeverGrantedOnAGuessAndOthersGoOn() throws Exception {
    lab.provider(
        "lab", "{mode: ipam, poolRefs: [{name: p}, {name: q}], quotaPerTenant: {maxNodeIPs: 4}}");
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.pool("q", "{cidr: 10.41.0.0/24}");
    for (var tenant : new String[] {"t", "u"}) {
      lab.tenant(
          tenant, "{providerConfigRef: {name: lab, namespace: %s}}".formatted(lab.namespace()));
    }
    try (var history = History.of(lab);
        var _ = Office.of(lab, timeline)) {
      onlooker.condition("p", "Ready", true);
      onlooker.condition("q", "Ready", true);
      var data = spoil("p", "open", "x");
      onlooker.condition("p", "Ready", false);
      lab.claim("a", "p", "t", "type: nodes, count: 3");
      onlooker.told("a", "LedgerUnreadable");
      lab.claim("b", "q", "t", "type: nodes, count: 2");
      lab.claim("c", "q", "u", "type: nodes, count: 4");
      lab.claim("d", "q", "t", "type: loadbalancer, count: 9");
      lab.claim("e", "q", "nobody", "type: nodes, count: 9");
      onlooker.phase("c", Phase.ALLOCATED);
      onlooker.phase("d", Phase.ALLOCATED);
      onlooker.phase("e", Phase.ALLOCATED);
      onlooker.phase("b", Phase.FAILED);
      assertThat(onlooker.told("b"))
          .isEqualTo(
              "LedgerUnreadable: TenantCluster %1$s/t has a quota, and waits for addresses of NetworkPool %1$s/p, whose ledger, ConfigMap %1$s/%2$s, cannot be read: nobody can tell how much it has. Do what the condition Ready of that pool says, or delete what waits there; tried again as soon as that is done"
                  .formatted(lab.namespace(), ledger("p")));

      mend("p", data);
      after(
          Duration.ZERO,
          "one of the two is served, the other told why not",
          () -> (allocated("a") && overQuota("b")) || (allocated("b") && overQuota("a")));
      assertThat(history.most(share("t"))).isLessThanOrEqualTo(4);
      assertThat(history.doubleHolders()).isEmpty();
    }
  }

  @Test
  void claimThatStopsWaitingBesideASpoiledLedgerFreesItsTenantsQuota() throws Exception {
    lab.provider(
        "lab", "{mode: ipam, poolRefs: [{name: p}, {name: q}], quotaPerTenant: {maxNodeIPs: 4}}");
    lab.pool("p", "{cidr: 10.40.0.0/24}");
    lab.pool("q", "{cidr: 10.41.0.0/24}");
    lab.tenant("t", "{providerConfigRef: {name: lab, namespace: %s}}".formatted(lab.namespace()));
    try (var _ = Office.of(lab, timeline)) {
      onlooker.condition("p", "Ready", true);
      spoil("p", "open", "x");
      onlooker.condition("p", "Ready", false);
      lab.claim("a", "p", "t", "type: nodes, count: 3");
      onlooker.told("a", "LedgerUnreadable");
      lab.claim("b", "q", "t", "type: nodes, count: 2");
      onlooker.told("b", "LedgerUnreadable");

      lab.delete("IPAllocation", "a");
      onlooker.phase("b", Phase.ALLOCATED);
    }
  }

  private static String in(String cidr, String start, String end) {
    return "{cidr: %s, tenantAllocation: {ranges: [{start: %s, end: %s}]}}"
        .formatted(cidr, start, end);
  }

  private boolean allocated(String claim) {
    return lab.status(claim).phase() == Phase.ALLOCATED;
  }

  private boolean overQuota(String claim) {
    return onlooker.told(claim).startsWith("QuotaExceeded");
  }

  private Share share(String tenant) {
    return new Share(key(tenant), IPAllocationSpec.Type.NODES);
  }

  private ObjectKey key(String name) {
    return new ObjectKey(lab.namespace(), name);
  }

  private String ledger(String pool) {
    return LedgerStore.name(key(pool));
  }

  private Resource<ConfigMap> resource(String pool) {
    return lab.client().configMaps().inNamespace(lab.namespace()).withName(ledger(pool));
  }

  /** What stood there before; spoilt when its pool writes no more into it. */
  private Map<String, String> spoil(String pool, String field, String text) {
    Await.untilTrue(
        "all that is open in " + pool + " is settled", () -> lab.ledger(pool).open().isEmpty());
    var before = resource(pool).get().getData();
    resource(pool)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"data\": {\"%s\": \"%s\"}}".formatted(field, text));
    return before;
  }

  private void mend(String pool, Map<String, String> data) {
    resource(pool).edit(Edit.atAnyVersion(now -> new ConfigMapBuilder(now).withData(data).build()));
  }

  private long events(String reason) {
    return lab
        .client()
        .events()
        .v1()
        .events()
        .inNamespace(lab.namespace())
        .list()
        .getItems()
        .stream()
        .filter(event -> event.getReason().equals(reason))
        .count();
  }

  private boolean standsStill(String pool) {
    var status = lab.resource(NetworkPool.class, pool).get().getStatus();
    return status != null
        && status.conditions().stream()
            .anyMatch(one -> one.type().equals("Ready") && one.status() == Truth.FALSE);
  }

  private void after(Duration time, String what, BooleanSupplier condition) {
    timeline.advance(time);
    Await.untilTrue(
        what,
        () -> {
          timeline.advance(Duration.ofSeconds(1));
          return condition.getAsBoolean();
        });
  }

  private static AddressRange range(String text) {
    return AddressRange.parse(text).require();
  }
}
