package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** All ledgers there are; one that cannot be read stands apart and spoils none of the others. */
public record Ledgers(List<StoredLedger> readable, List<UnreadableLedger> unreadable) {

  /** What became of reading one object. */
  public sealed interface Reading {

    record Good(StoredLedger ledger) implements Reading {}

    record Bad(UnreadableLedger ledger) implements Reading {}
  }

  public Ledgers {
    readable = List.copyOf(readable);
    unreadable = List.copyOf(unreadable);
  }

  static Ledgers of(Collection<ConfigMap> objects) {
    var readable = new ArrayList<StoredLedger>();
    var unreadable = new ArrayList<UnreadableLedger>();
    for (var object : objects) {
      switch (LedgerStore.reading(object)) {
        case Reading.Good(var ledger) -> readable.add(ledger);
        case Reading.Bad(var ledger) -> unreadable.add(ledger);
      }
    }
    return new Ledgers(readable, unreadable);
  }

  /** The unreadable one that should be the ledger of the pool. */
  public Optional<UnreadableLedger> unreadableOf(ObjectKey pool) {
    return unreadable.stream().filter(one -> one.isOf(pool)).findFirst();
  }
}
