package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.BookBuilder;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Ledger;
import dev.butlerlabs.butler.ipam.ledger.Ledgers.Reading;
import dev.butlerlabs.butler.ipam.ledger.StoredLedger;
import dev.butlerlabs.butler.ipam.ledger.UnreadableLedger;
import dev.butlerlabs.butler.ipam.territory.Kept;
import dev.butlerlabs.butler.ipam.territory.Lookout;
import dev.butlerlabs.butler.ipam.territory.Outline;
import dev.butlerlabs.butler.ipam.territory.Ranges;
import dev.butlerlabs.butler.ipam.territory.SpecReader;
import dev.butlerlabs.butler.ipam.territory.Surroundings;
import dev.butlerlabs.butler.ipam.territory.Territory;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.kube.write.TroubleException;
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

  /** What a look at all that is stored comes to. */
  sealed interface Survey {

    /** A book, and the claims it was built from. */
    record Made(Book book, NetworkPool object, List<Claim> claims) implements Survey {}

    /** There is no such pool any more. */
    record NoPool() implements Survey {}

    /** The pool's own ledger cannot be read, so nobody can tell what is taken. */
    record Blind(UnreadableLedger ledger) implements Survey {}
  }

  Survey survey(Cache cache, Instant now) {
    return switch (rooms.ledgers().look(pool)) {
      case Answer.Done<Reading>(Reading.Bad(var ledger)) -> new Survey.Blind(ledger);
      case Answer.Done<Reading>(Reading.Good(var ledger)) ->
          survey(Optional.of(ledger), cache, now);
      case Answer.Failed<Reading>(Trouble.NotFound _) -> survey(Optional.empty(), cache, now);
      case Answer.Failed<Reading>(var trouble) -> throw new TroubleException(trouble);
    };
  }

  private Survey survey(Optional<StoredLedger> ledger, Cache cache, Instant now) {
    var found = rooms.archive().pool(pool).filter(object -> object.getSpec() != null);
    if (found.isEmpty()) {
      return new Survey.NoPool();
    }
    var object = found.get();
    var stored = ledger.orElseGet(() -> new NewLedger(rooms, pool).make(object, now));
    return survey(object, announce(stored, object), cache, now);
  }

  private Survey survey(NetworkPool object, StoredLedger announced, Cache cache, Instant now) {
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
    var known = Known.of(ledgers);
    var kept = new ArrayList<>(known.sharedWith(pool, Ranges.of(announced.ledger().windows())));
    kept.addAll(underWay(ledgers.readable()));
    var territory =
        Territory.of(object.getSpec(), with(around, kept, known.unclearBeside(pool, pools)));
    var book = BookBuilder.build(pool, territory, announced, claims, now);
    return new Survey.Made(
        book, object, claims.stream().filter(one -> one.pool().equals(pool)).toList());
  }

  /**
   * What the cache makes of the pool's territory; when that changes, a book may be out of date.
   * What others announce counts: one that gives up addresses may say so after we have looked.
   */
  Territory glance(NetworkPool object, Cache cache) {
    var scope = rooms.scope();
    var pools = cache.list(scope.pools());
    var around =
        Lookout.around(
            object,
            pools,
            cache.list(scope.providers()),
            cache.list(scope.clusters()),
            List.<IPAllocation>of());
    var known = rooms.readings().of(cache, scope);
    return Territory.of(
        object.getSpec(),
        with(
            around,
            known.sharedWith(pool, Ranges.of(claimed(object))),
            known.unclearBeside(pool, pools)));
  }

  /** Tells the neighbours what is given out from here, before it is looked what they give out. */
  private StoredLedger announce(StoredLedger stored, NetworkPool object) {
    var windows = object.isMarkedForDeletion() ? List.<AddressRange>of() : claimed(object);
    return stored.ledger().windows().equals(windows)
        ? stored
        : rooms.ledgers().swap(stored, stored.ledger().announcing(windows)).orElseThrow();
  }

  static List<AddressRange> claimed(NetworkPool object) {
    return SpecReader.read(object.getSpec()) instanceof Outline.Reading.Good(var outline)
        ? outline.claimed().all()
        : List.of();
  }

  /** What the ledgers of other pools speak of besides: open, resting. */
  private List<Kept> underWay(List<StoredLedger> ledgers) {
    var kept = new ArrayList<Kept>();
    for (var other : ledgers) {
      if (!other.ledger().pool().equals(pool)) {
        add(kept, other.ledger());
      }
    }
    return kept;
  }

  private static void add(List<Kept> kept, Ledger other) {
    var through = other.pool();
    for (var entry : other.open()) {
      kept.add(
          new Kept(entry.range(), new Kept.Cause.HeldThrough(through, entry.holder().claim())));
    }
    for (var rest : other.resting()) {
      kept.add(new Kept(rest.range(), new Kept.Cause.InUse("a rest in NetworkPool " + through)));
    }
  }

  private static Surroundings with(Surroundings around, List<Kept> more, List<Kept> unclear) {
    var held = new ArrayList<>(around.heldElsewhere());
    held.addAll(more);
    held.addAll(unclear);
    return new Surroundings(around.pools(), around.fixtures(), around.networks(), held);
  }
}
