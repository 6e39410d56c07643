package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.KeyValue;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the keys of a backup below a prefix, many at a time. Keys that shared a lease share one
 * again, with the time it had left when it was saved.
 */
final class Writer {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Below the store's limits for one transaction: 128 operations, 1.5 MiB. */
  private static final int MOST = 100;

  private static final int LARGEST = 512 << 10;

  private final EtcdClient client;
  private final Bytes prefix;
  private final Map<Long, Long> leases = new HashMap<>();

  Writer(EtcdClient client, Bytes prefix) {
    this.client = client;
    this.prefix = prefix;
  }

  Reply<Boolean> write(List<Entry> entries) {
    var portion = new ArrayList<KeyValue>();
    var size = 0L;
    for (var entry : entries) {
      var next = (long) entry.key().length() + entry.value().length();
      if (!portion.isEmpty() && (portion.size() == MOST || size + next > LARGEST)) {
        var reply = send(portion);
        if (!(reply instanceof Reply.Answered<Boolean>)) {
          return reply;
        }
        portion.clear();
        size = 0;
      }
      var lease = lease(entry);
      if (!(lease instanceof Reply.Answered<Long>(var number))) {
        return lease.map(_ -> false);
      }
      portion.add(new KeyValue(prefix.plus(entry.key()), entry.value(), 0, 0, 0, number));
      size += next;
    }
    return send(portion);
  }

  /** All at once; where some are there from an earlier try, one by one, which may be repeated. */
  private Reply<Boolean> send(List<KeyValue> portion) {
    if (portion.isEmpty()) {
      return Reply.answered(true);
    }
    var reply = client.within(PATIENCE).keys().create(portion);
    if (!(reply instanceof Reply.Answered<Boolean>(var made)) || made) {
      return reply;
    }
    for (var one : portion) {
      var put = client.within(PATIENCE).keys().put(one.key(), one.value(), one.lease());
      if (!(put instanceof Reply.Answered<Boolean>)) {
        return put;
      }
    }
    return Reply.answered(true);
  }

  private Reply<Long> lease(Entry entry) {
    if (entry.lease() == 0) {
      return Reply.answered(0L);
    }
    var known = leases.get(entry.lease());
    if (known != null) {
      return Reply.answered(known);
    }
    var granted = client.within(PATIENCE).leases().grant(Duration.ofSeconds(entry.left()));
    if (granted instanceof Reply.Answered<Long>(var number)) {
      leases.put(entry.lease(), number);
    }
    return granted;
  }
}
