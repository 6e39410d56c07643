package dev.butlerlabs.butler.steward.store.etcd;

import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.EtcdDriver;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Every way one tenant could try to reach what is another's.
 *
 * @param lease one of the other's, with a key on it
 */
record Attacks(Corner self, Corner other, long lease) {

  static final Bytes SECRET = Bytes.of("not for you");

  private static final Bytes ZERO = Bytes.of(new byte[1]);

  /** Each by what it tries. */
  Map<String, Function<Session, Reply<?>>> all() {
    var calls = new LinkedHashMap<String, Function<Session, Reply<?>>>();
    keys(calls);
    transactions(calls);
    leases(calls);
    calls.put("watch", session -> watched(session, span(other)));
    calls.put("watch of one key", session -> watched(session, new Span(key(other), Bytes.EMPTY)));
    users(calls);
    return calls;
  }

  private void keys(Map<String, Function<Session, Reply<?>>> calls) {
    var all = new Span(ZERO, ZERO);
    var across = new Span(min(self, other), max(self, other).prefixEnd());
    var beyond = new Span(EtcdDriver.prefix(self), EtcdDriver.prefix(self).prefixEnd().next());
    for (var span : List.of(span(other), new Span(key(other), Bytes.EMPTY), all, across, beyond)) {
      calls.put("range " + span, session -> session.keys().page(span, 0, 0));
      calls.put("range of old " + span, session -> session.keys().page(span, 0, 2));
      calls.put("count " + span, session -> session.keys().count(span));
      calls.put("names " + span, session -> session.keys().names(span, 1));
      calls.put("delete " + span, session -> session.keys().delete(span));
    }
    calls.put(
        "serializable range", session -> session.tell("KV/Range", range(other).flag(7, true)));
    calls.put("put", session -> session.keys().put(key(other), Bytes.of("mine"), 0));
    calls.put(
        "put that answers the old value",
        session ->
            session.tell(
                "KV/Put", new Outgoing().bytes(1, key(other)).flag(4, true).flag(5, true)));
  }

  private void transactions(Map<String, Function<Session, Reply<?>>> calls) {
    var ownPut = op(2, new Outgoing().bytes(1, key(self)).bytes(2, SECRET));
    var compareValue = new Outgoing().number(2, 3).bytes(3, key(other)).bytes(7, SECRET);
    var compareSpan =
        new Outgoing()
            .number(2, 0)
            .bytes(3, EtcdDriver.prefix(other))
            .number(4, 9)
            .bytes(64, EtcdDriver.prefix(other).prefixEnd());
    var inner = new Outgoing().message(2, op(1, range(other)));
    var innerPut = new Outgoing().message(3, op(2, new Outgoing().bytes(1, key(other))));
    calls.put(
        "txn that compares a value",
        txn(new Outgoing().message(1, compareValue).message(2, ownPut)));
    calls.put(
        "txn that compares a span", txn(new Outgoing().message(1, compareSpan).message(2, ownPut)));
    calls.put("txn that reads", txn(new Outgoing().message(2, op(1, range(other)))));
    calls.put("txn that reads when not so", txn(new Outgoing().message(3, op(1, range(other)))));
    calls.put("txn that writes", txn(new Outgoing().message(2, op(2, range(other)))));
    calls.put("txn that deletes", txn(new Outgoing().message(2, op(3, range(other)))));
    calls.put("txn in a txn that reads", txn(new Outgoing().message(2, op(4, inner))));
    calls.put(
        "txn in a txn in a txn that writes",
        txn(new Outgoing().message(2, op(4, new Outgoing().message(3, op(4, innerPut))))));
  }

  private void leases(Map<String, Function<Session, Reply<?>>> calls) {
    calls.put("put under another's lease", session -> session.keys().put(key(self), SECRET, lease));
    calls.put(
        "lease keep-alive", session -> session.listen("Lease/LeaseKeepAlive", lease(lease), 1));
    calls.put("lease revoke", session -> session.leases().revoke(lease));
    calls.put(
        "lease with its keys",
        session -> session.tell("Lease/LeaseTimeToLive", lease(lease).flag(2, true)));
    calls.put("list of leases", session -> session.tell("Lease/LeaseLeases", new Outgoing()));
  }

  private void users(Map<String, Function<Session, Reply<?>>> calls) {
    var everything = Users.Permission.readAndWrite(new Span(ZERO, ZERO));
    calls.put("user get", session -> session.users().rolesOf(other.user()));
    calls.put("user list", session -> session.users().all());
    calls.put("user add", session -> session.users().add("intruder"));
    calls.put("user delete", session -> session.users().remove(other.user()));
    calls.put("role get", session -> session.users().permissionsOf(other.schema()));
    calls.put("role list", session -> session.users().allRoles());
    calls.put("role delete", session -> session.users().removeRole(other.schema()));
    calls.put("role grant", session -> session.users().permit(other.schema(), everything));
    calls.put("user grant", session -> session.users().grant(other.user(), "root"));
    calls.put("auth status", session -> session.users().authenticationIsOn());
    for (var call : List.of("Auth/AuthDisable", "Auth/AuthEnable")) {
      calls.put(call, session -> session.tell(call, new Outgoing()));
    }
    calls.put(
        "password of another",
        session ->
            session.tell(
                "Auth/UserChangePassword", new Outgoing().text(1, other.user()).text(2, "x")));
  }

  static Reply<List<Incoming>> watch(Session session, Span span, int enough) {
    var create = new Outgoing().bytes(1, span.from()).bytes(2, span.to()).number(3, 1);
    return session.listen("Watch/Watch", new Outgoing().message(1, create), enough);
  }

  /** A watch is refused with its first message, not with a status. */
  private static Reply<Boolean> watched(Session session, Span span) {
    return watch(session, span, 1)
        .then(
            heard -> {
              var events = heard.stream().mapToInt(one -> one.messages(11).size()).sum();
              var refused = heard.stream().anyMatch(one -> one.flag(4));
              return refused && events == 0
                  ? new Reply.Denied<>(Denial.of(heard.getLast().text(6)), "")
                  : Reply.answered(true);
            });
  }

  private static Function<Session, Reply<?>> txn(Outgoing request) {
    return session -> session.tell("KV/Txn", request);
  }

  private static Outgoing op(int kind, Outgoing request) {
    return new Outgoing().message(kind, request);
  }

  private static Outgoing range(Corner other) {
    return new Outgoing().bytes(1, key(other));
  }

  private static Outgoing lease(long number) {
    return new Outgoing().number(1, number);
  }

  static Bytes key(Corner corner) {
    return EtcdDriver.prefix(corner).plus(Bytes.of("secrets/default/token"));
  }

  static Span span(Corner corner) {
    return Span.under(EtcdDriver.prefix(corner));
  }

  private static Bytes min(Corner one, Corner other) {
    var a = EtcdDriver.prefix(one);
    var b = EtcdDriver.prefix(other);
    return a.compareTo(b) < 0 ? a : b;
  }

  private static Bytes max(Corner one, Corner other) {
    var a = EtcdDriver.prefix(one);
    var b = EtcdDriver.prefix(other);
    return a.compareTo(b) < 0 ? b : a;
  }
}
