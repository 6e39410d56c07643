package dev.butlerlabs.butler.steward.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Corners;
import dev.butlerlabs.butler.steward.store.driver.EtcdDriver;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.testkit.RealEtcd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Every tenant's login against every other tenant's keys, through every call etcd has. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IsolationIT {

  /** Prefixes that touch: each is a neighbour, a beginning or a look-alike of another. */
  private static final List<String> SCHEMAS = List.of("a", "ab", "a-b", "a.b", "a_b", "A");

  private static final Bytes ZERO = Bytes.of(new byte[1]);
  private static final Bytes SECRET = Attacks.SECRET;

  private final RealEtcd etcd = RealEtcd.start();
  private final EtcdDriver driver = Corners.driver(etcd);
  private final EtcdClient root = Corners.root(etcd);
  private final Map<Corner, EtcdClient> tenants = new LinkedHashMap<>();
  private final Map<Corner, Long> leases = new LinkedHashMap<>();

  @BeforeAll
  void settle() {
    for (var schema : SCHEMAS) {
      var derived = Corners.named(schema);
      settle(new Corner(derived.owner(), derived.uid(), schema, "user-" + schema));
    }
    settle(Corners.named("derived"));
  }

  private void settle(Corner corner) {
    Corners.value(driver.ensure(corner));
    var client = Corners.tenant(etcd, driver, corner);
    tenants.put(corner, client);
    var lease = answer(session(client).leases().grant(Duration.ofHours(1)));
    leases.put(corner, lease);
    assertThat(session(client).keys().put(key(corner), SECRET, lease))
        .isEqualTo(Reply.answered(true));
  }

  @AfterAll
  void stop() {
    tenants.values().forEach(EtcdClient::close);
    root.close();
    driver.close();
    etcd.close();
  }

  @Test
  void tenantReadsAndWritesItsOwn() {
    tenants.forEach(
        (corner, client) -> {
          assertThat(answer(session(client).keys().page(span(corner), 0, 0)).keys())
              .extracting(KeyValue::value)
              .containsExactly(SECRET);
          assertThat(answer(Attacks.watch(session(client), span(corner), 2))).hasSize(2);
        });
  }

  @Test
  void noCallReadsOrWritesWhatIsAnothers() {
    var before = everything();
    var open = new ArrayList<String>();
    var tried = 0;
    for (var self : tenants.keySet()) {
      for (var other : tenants.keySet()) {
        if (self.equals(other)) {
          continue;
        }
        for (var call : new Attacks(self, other, lease(other)).all().entrySet()) {
          tried++;
          var reply = call.getValue().apply(session(client(self)));
          if (!reply.denied(Denial.PERMISSION_DENIED)) {
            open.add(self.schema() + " on " + other.schema() + ": " + call.getKey() + " " + reply);
          }
        }
      }
    }
    System.out.println("etcd isolation: " + tried + " calls on others' keys, all refused");
    assertThat(open).isEmpty();
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void storeAsAWholeIsClosedToTenants() {
    var before = everything();
    for (var self : tenants.keySet()) {
      var session = session(client(self));
      var calls =
          Map.of(
              "KV/Compact", new Outgoing().number(1, 2),
              "Maintenance/Defragment", new Outgoing(),
              "Maintenance/Hash", new Outgoing(),
              "Maintenance/HashKV", new Outgoing(),
              "Maintenance/MoveLeader", new Outgoing().number(1, 1),
              "Maintenance/Downgrade", new Outgoing().text(2, "3.5.0"),
              "Maintenance/Alarm", new Outgoing().number(1, 1).number(3, 1),
              "Cluster/MemberAdd", new Outgoing().text(1, "https://127.0.0.1:1"),
              "Cluster/MemberRemove", new Outgoing().number(1, 1));
      calls.forEach(
          (call, request) ->
              assertThat(session.tell(call, request).denied(Denial.PERMISSION_DENIED))
                  .as("%s by %s", call, self.schema())
                  .isTrue());
      assertThat(session.listen("Maintenance/Snapshot", new Outgoing(), 1))
          .matches(reply -> reply.denied(Denial.PERMISSION_DENIED));
    }
    assertThat(everything()).isEqualTo(before);
    assertThat(session(root).upkeep().alarms())
        .isEqualTo(Reply.answered(new Upkeep.Alarms(false, false)));
  }

  /** What etcd leaves open to every user: nothing of anybody's data, and ADR 27 says so. */
  @Test
  void whatIsOpenTellsNothingStored() {
    var self = tenants.keySet().iterator().next();
    var other = tenants.keySet().stream().skip(1).findFirst().orElseThrow();
    var session = session(client(self));

    assertThat(session.tell("Cluster/MemberList", new Outgoing())).isEqualTo(Reply.answered(true));
    assertThat(session.upkeep().condition()).isInstanceOf(Reply.Answered.class);
    assertThat(session.upkeep().alarms()).isInstanceOf(Reply.Answered.class);
    assertThat(answer(session.leases().life(lease(other))).granted())
        .isEqualTo(Duration.ofHours(1));
  }

  /** A lease has no owner until a key hangs on it; its number would have to be guessed. */
  @Test
  void leaseWithoutKeysIsAnybodysUntilItHasOne() {
    var self = tenants.keySet().iterator().next();
    var other = tenants.keySet().stream().skip(1).findFirst().orElseThrow();
    long empty = answer(session(client(other)).leases().grant(Duration.ofHours(1)));

    assertThat(session(client(self)).leases().revoke(empty)).isEqualTo(Reply.answered(true));

    assertThat(
            session(client(other))
                .keys()
                .put(key(other), SECRET, empty)
                .denied(Denial.NO_SUCH_LEASE))
        .isTrue();
    assertThat(answer(session(root).keys().page(span(other), 0, 0)).keys())
        .extracting(KeyValue::value)
        .containsExactly(SECRET);
  }

  private long lease(Corner corner) {
    return leases.getOrDefault(corner, 0L);
  }

  private EtcdClient client(Corner corner) {
    return tenants.getOrDefault(corner, root);
  }

  private List<KeyValue> everything() {
    return answer(session(root).keys().page(new Span(ZERO, ZERO), 0, 0)).keys();
  }

  private static Bytes key(Corner corner) {
    return Attacks.key(corner);
  }

  private static Span span(Corner corner) {
    return Attacks.span(corner);
  }

  private static Session session(EtcdClient client) {
    return client.within(Duration.ofSeconds(20));
  }

  private static <T> T answer(Reply<T> reply) {
    return switch (reply) {
      case Reply.Answered<T>(var value) -> value;
      default -> throw new AssertionError(reply);
    };
  }
}
