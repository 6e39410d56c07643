package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.ipam.ledger.Ledgers.Reading;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.ledger.UnreadableLedger;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the ledgers of the cache say, and which cannot be read. No version of one is read twice. */
final class Readings {

  /**
   * One version of one ledger.
   *
   * @param pool whose it is, where it can be read
   */
  private record Read(
      String version,
      Optional<UnreadableLedger> unreadable,
      Optional<ObjectKey> pool,
      List<AddressRange> windows) {}

  private Map<String, Read> known = Map.of();

  /** The ledgers there are, by the name of their object, with what cannot be read of them. */
  synchronized Known of(Cache cache, Scope scope) {
    var next = new HashMap<String, Read>();
    for (var object : cache.list(LedgerStore.kind(scope.platform()))) {
      var name = object.getMetadata().getName();
      var version = object.getMetadata().getResourceVersion();
      var before = known.get(name);
      next.put(
          name,
          before != null && before.version().equals(version) ? before : read(object, version));
    }
    known = next;
    var all = new HashMap<String, Optional<UnreadableLedger>>();
    var windows = new HashMap<ObjectKey, List<AddressRange>>();
    next.forEach(
        (name, read) -> {
          all.put(name, read.unreadable());
          read.pool().ifPresent(pool -> windows.put(pool, read.windows()));
        });
    return new Known(all, windows);
  }

  private static Read read(ConfigMap object, String version) {
    return switch (LedgerStore.reading(object)) {
      case Reading.Bad(var ledger) ->
          new Read(version, Optional.of(ledger), Optional.empty(), List.of());
      case Reading.Good(var stored) ->
          new Read(
              version,
              Optional.empty(),
              Optional.of(stored.ledger().pool()),
              List.copyOf(stored.ledger().windows()));
    };
  }
}
