package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.ipam.ledger.Ledgers;
import dev.butlerlabs.butler.ipam.ledger.UnreadableLedger;
import dev.butlerlabs.butler.ipam.territory.Kept;
import dev.butlerlabs.butler.ipam.territory.Ranges;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which ledgers there are, which of them cannot be read, and what the others announce.
 *
 * @param ledgers by the name of their object
 * @param windows what each pool gives out from
 */
record Known(
    Map<String, Optional<UnreadableLedger>> ledgers, Map<ObjectKey, List<AddressRange>> windows) {

  Known {
    ledgers = Map.copyOf(ledgers);
    windows = Map.copyOf(windows);
  }

  static Known of(Ledgers stored) {
    var all = new HashMap<String, Optional<UnreadableLedger>>();
    var windows = new HashMap<ObjectKey, List<AddressRange>>();
    for (var ledger : stored.readable()) {
      all.put(ledger.object().getMetadata().getName(), Optional.empty());
      windows.put(ledger.ledger().pool(), ledger.ledger().windows());
    }
    for (var ledger : stored.unreadable()) {
      all.put(ledger.object().name(), Optional.of(ledger));
    }
    return new Known(all, windows);
  }

  Optional<UnreadableLedger> unreadable(ObjectKey pool) {
    return ledgers.getOrDefault(LedgerStore.name(pool), Optional.empty());
  }

  boolean allReadable() {
    return ledgers.values().stream().allMatch(Optional::isEmpty);
  }

  /**
   * What other pools may have given out without anybody being able to tell: all of a pool whose
   * ledger cannot be read or is lost, and whatever can still be made out in such a ledger.
   */
  List<Kept> unclearBeside(ObjectKey self, Collection<NetworkPool> pools) {
    var kept = new ArrayList<Kept>();
    for (var pool : pools) {
      var key = keyOf(pool);
      if (!key.equals(self) && pool.getSpec() != null) {
        why(pool, key).ifPresent(why -> keepAll(pool, why, kept));
      }
    }
    var own = LedgerStore.name(self);
    ledgers.values().stream()
        .flatMap(Optional::stream)
        .filter(ledger -> !ledger.object().name().equals(own))
        .forEach(ledger -> keepLegible(ledger, kept));
    return kept;
  }

  /** What others announce of these ranges. */
  List<Kept> sharedWith(ObjectKey self, Ranges ranges) {
    return windows.entrySet().stream()
        .filter(other -> !other.getKey().equals(self))
        .sorted(Comparator.comparing(other -> other.getKey().toString()))
        .flatMap(other -> shared(other.getKey(), ranges.common(Ranges.of(other.getValue()))))
        .toList();
  }

  private static Stream<Kept> shared(ObjectKey through, Ranges common) {
    return common.all().stream().map(range -> new Kept(range, new Kept.Cause.Shared(through)));
  }

  /** Whether the pool was looked after before, so that it must have a ledger. */
  static boolean served(NetworkPool pool) {
    var status = pool.getStatus();
    return status != null && new Conditions(status.conditions()).find("Ready").isPresent();
  }

  private Optional<String> why(NetworkPool pool, ObjectKey key) {
    var found = ledgers.get(LedgerStore.name(key));
    if (found == null) {
      return served(pool)
          ? Optional.of("the ledger of NetworkPool %s is lost and not made anew yet".formatted(key))
          : Optional.empty();
    }
    return found.map(
        ledger ->
            "the ledger of NetworkPool %s, ConfigMap %s, cannot be read"
                .formatted(key, ledger.object()));
  }

  private static void keepAll(NetworkPool pool, String why, List<Kept> kept) {
    if (Block.parse(pool.getSpec().cidr()) instanceof Parsed.Good<Block>(var block)) {
      kept.add(new Kept(block.range(), new Kept.Cause.Unclear(why)));
    }
  }

  private static void keepLegible(UnreadableLedger ledger, List<Kept> kept) {
    var why = "ConfigMap %s, a ledger that cannot be read, speaks of it".formatted(ledger.object());
    for (var range : ledger.legible()) {
      kept.add(new Kept(range, new Kept.Cause.Unclear(why)));
    }
  }

  private static ObjectKey keyOf(NetworkPool pool) {
    return new ObjectKey(pool.getMetadata().getNamespace(), pool.getMetadata().getName());
  }
}
