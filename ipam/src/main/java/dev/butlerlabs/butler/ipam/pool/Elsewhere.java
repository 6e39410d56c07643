package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Ledgers;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.ipam.ledger.Stage;
import dev.butlerlabs.butler.ipam.ledger.StoredLedger;
import dev.butlerlabs.butler.ipam.ledger.UnreadableLedger;
import dev.butlerlabs.butler.ipam.pool.plan.Abroad;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads what tenants hold or have open through other pools, as it is stored.
 *
 * <p>All ledgers are read. A pool whose ledger is still the version a book of this process is true
 * for is answered by that book; if there is another, all claims are listed, after the ledgers. What
 * is open in a ledger that cannot be read is unknown; but only claims that wait can be open there.
 */
final class Elsewhere {

  private final Rooms rooms;
  private final ObjectKey pool;
  private final Set<Share> shares;
  private final Map<Share, BigInteger> held = new HashMap<>();
  private final Map<Share, BigInteger> open = new HashMap<>();
  private final Map<Share, String> unclear = new HashMap<>();

  private Elsewhere(Rooms rooms, ObjectKey pool, Set<Share> shares) {
    this.rooms = rooms;
    this.pool = pool;
    this.shares = shares;
  }

  /**
   * Looks, from one pool, at all others.
   *
   * @param known pools that claims of these tenants are on, as far as the cache knows
   */
  static Abroad look(Rooms rooms, ObjectKey pool, Set<Share> shares, Set<ObjectKey> known) {
    var elsewhere = new Elsewhere(rooms, pool, shares);
    elsewhere.look(rooms.ledgers().all().orElseThrow(), known);
    return new Abroad(elsewhere.held, elsewhere.open, elsewhere.unclear);
  }

  private void look(Ledgers ledgers, Set<ObjectKey> known) {
    var missing = new HashSet<>(known);
    missing.remove(pool);
    var unsure = new ArrayList<StoredLedger>();
    for (var ledger : ledgers.readable()) {
      var other = ledger.ledger().pool();
      if (!other.equals(pool)) {
        missing.remove(other);
        if (!askBook(ledger)) {
          unsure.add(ledger);
        }
      }
    }
    var unreadable = ledgers.unreadable().stream().anyMatch(one -> !one.isOf(pool));
    if (!unsure.isEmpty() || !missing.isEmpty() || unreadable) {
      count(rooms.archive().claims(), unsure, missing, ledgers);
    }
  }

  private boolean askBook(StoredLedger ledger) {
    var book = rooms.books().find(ledger.ledger().pool());
    var sums = new HashMap<Share, BigInteger>();
    for (var share : shares) {
      var total = book.flatMap(one -> one.certainAt(ledger.version(), share));
      if (total.isEmpty()) {
        return false;
      }
      sums.put(share, total.get());
    }
    sums.forEach((share, total) -> add(held, share, total));
    // One whose receipt was stored a moment ago counts twice until the next swap; that errs on the
    // side of taken, and only puts off.
    for (var entry : ledger.ledger().open()) {
      if (shares.contains(entry.share())) {
        add(open, entry.share(), entry.size());
      }
    }
    return true;
  }

  private void count(
      List<Claim> claims, List<StoredLedger> unsure, Set<ObjectKey> missing, Ledgers ledgers) {
    var pools = new HashSet<>(missing);
    unsure.forEach(ledger -> pools.add(ledger.ledger().pool()));
    var unreadable = new HashMap<ObjectKey, Optional<UnreadableLedger>>();
    var holders = new HashSet<String>();
    for (var claim : claims) {
      var spoiled = unreadable.computeIfAbsent(claim.pool(), ledgers::unreadableOf);
      if (claim.pool().equals(pool) || (spoiled.isEmpty() && !pools.contains(claim.pool()))) {
        continue;
      }
      if (claim.stage().taken()) {
        holders.add(claim.uid());
        if (shares.contains(claim.share())) {
          add(held, claim.share(), claim.size());
        }
      }
      spoiled.ifPresent(ledger -> doubt(claim, ledger));
    }
    for (var ledger : unsure) {
      for (var entry : ledger.ledger().open()) {
        if (shares.contains(entry.share()) && !holders.contains(entry.holder().uid())) {
          add(open, entry.share(), entry.size());
        }
      }
    }
  }

  private void doubt(Claim claim, UnreadableLedger ledger) {
    if (claim.stage() == Stage.WAITING && shares.contains(claim.share())) {
      unclear.merge(
          claim.share(),
          View.unclear(claim, ledger),
          (one, other) -> one.compareTo(other) <= 0 ? one : other);
    }
  }

  private static void add(Map<Share, BigInteger> sums, Share share, BigInteger size) {
    sums.merge(share, size, BigInteger::add);
  }
}
