package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.BookBuilder;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Ledger;
import dev.butlerlabs.butler.ipam.ledger.StoredLedger;
import dev.butlerlabs.butler.ipam.territory.Kept;
import dev.butlerlabs.butler.ipam.territory.Lookout;
import dev.butlerlabs.butler.ipam.territory.Outline;
import dev.butlerlabs.butler.ipam.territory.Ranges;
import dev.butlerlabs.butler.ipam.territory.SpecReader;
import dev.butlerlabs.butler.ipam.territory.Surroundings;
import dev.butlerlabs.butler.ipam.territory.Territory;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Builds the book of a pool from what is stored, reading in the one order that is safe: its own
 * ledger, the pool, then (the windows being announced) all pools, all ledgers, and last all claims.
 */
final class Surveyor {

  private final Rooms rooms;
  private final ObjectKey pool;

  Surveyor(Rooms rooms, ObjectKey pool) {
    this.rooms = rooms;
    this.pool = pool;
  }

  /** A book, and the claims it was built from. */
  record Survey(Book book, NetworkPool object, List<Claim> claims) {}

  /** Empty when there is no such pool any more. */
  Optional<Survey> survey(Cache cache, Instant now) {
    var stored = rooms.ledgers().open(pool).orElseThrow();
    var found = rooms.archive().pool(pool);
    if (found.isEmpty() || found.get().getSpec() == null) {
      return Optional.empty();
    }
    var object = found.get();
    var announced = announce(stored, object);
    var pools = rooms.archive().pools();
    var ledgers = rooms.ledgers().all().orElseThrow();
    var claims = rooms.archive().claims();
    var around =
        Lookout.around(
            object,
            pools,
            cache.list(rooms.scope().providers()),
            cache.list(rooms.scope().clusters()),
            claims.stream().map(Claim::object).toList());
    var territory =
        Territory.of(
            object.getSpec(),
            with(around, elsewhere(ledgers, Ranges.of(announced.ledger().windows()))));
    var book = BookBuilder.build(pool, territory, announced, claims, now);
    return Optional.of(
        new Survey(book, object, claims.stream().filter(one -> one.pool().equals(pool)).toList()));
  }

  /** What the cache makes of the pool's territory; when that changes, a book may be out of date. */
  Territory glance(NetworkPool object, Cache cache) {
    var scope = rooms.scope();
    return Territory.of(
        object.getSpec(),
        Lookout.around(
            object,
            cache.list(scope.pools()),
            cache.list(scope.providers()),
            cache.list(scope.clusters()),
            List.<IPAllocation>of()));
  }

  /** Tells the neighbours what is given out from here, before it is looked what they give out. */
  private StoredLedger announce(StoredLedger stored, NetworkPool object) {
    var windows = object.isMarkedForDeletion() ? List.<AddressRange>of() : claimed(object);
    return stored.ledger().windows().equals(windows)
        ? stored
        : rooms.ledgers().swap(stored, stored.ledger().announcing(windows)).orElseThrow();
  }

  private static List<AddressRange> claimed(NetworkPool object) {
    return SpecReader.read(object.getSpec()) instanceof Outline.Reading.Good(var outline)
        ? outline.claimed().all()
        : List.of();
  }

  /** What the ledgers of other pools say about our windows: announced, open, resting. */
  private List<Kept> elsewhere(List<StoredLedger> ledgers, Ranges windows) {
    var kept = new ArrayList<Kept>();
    for (var other : ledgers) {
      if (!other.ledger().pool().equals(pool)) {
        add(kept, other.ledger(), windows);
      }
    }
    return kept;
  }

  private static void add(List<Kept> kept, Ledger other, Ranges windows) {
    var through = other.pool();
    windows
        .common(Ranges.of(other.windows()))
        .all()
        .forEach(range -> kept.add(new Kept(range, new Kept.Cause.Shared(through))));
    for (var entry : other.open()) {
      kept.add(
          new Kept(entry.range(), new Kept.Cause.HeldThrough(through, entry.holder().claim())));
    }
    for (var rest : other.resting()) {
      kept.add(new Kept(rest.range(), new Kept.Cause.InUse("a rest in NetworkPool " + through)));
    }
  }

  private static Surroundings with(Surroundings around, List<Kept> more) {
    var held = new ArrayList<>(around.heldElsewhere());
    held.addAll(more);
    return new Surroundings(around.pools(), around.fixtures(), around.networks(), held);
  }
}
