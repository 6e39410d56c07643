package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.ipam.ledger.Ledgers.Reading;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.ledger.UnreadableLedger;
import dev.butlerlabs.butler.kube.Cache;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which ledgers of the cache cannot be read. No version of one is read twice. */
final class Readings {

  private record Read(String version, Optional<UnreadableLedger> unreadable) {}

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
    next.forEach((name, read) -> all.put(name, read.unreadable()));
    return new Known(all);
  }

  private static Read read(ConfigMap object, String version) {
    return new Read(
        version,
        LedgerStore.reading(object) instanceof Reading.Bad(var ledger)
            ? Optional.of(ledger)
            : Optional.empty());
  }
}
