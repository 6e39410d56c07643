package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.ipam.ledger.StoredLedger;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What tenants hold or have open through other pools, as it is stored.
 *
 * <p>All ledgers are read. A pool whose ledger is still the version a book of this process is true
 * for is answered by that book; if there is another, all claims are listed, after the ledgers.
 */
final class Elsewhere {

  private final Map<Share, BigInteger> held = new HashMap<>();
  private final Map<Share, BigInteger> open = new HashMap<>();

  private Elsewhere() {}

  static Elsewhere look(Rooms rooms, ObjectKey pool, Set<Share> shares, Set<ObjectKey> known) {
    var elsewhere = new Elsewhere();
    var missing = new HashSet<>(known);
    missing.remove(pool);
    var unsure = new ArrayList<StoredLedger>();
    for (var ledger : rooms.ledgers().all().orElseThrow()) {
      var other = ledger.ledger().pool();
      if (!other.equals(pool)) {
        missing.remove(other);
        if (!elsewhere.askBook(rooms, ledger, shares)) {
          unsure.add(ledger);
        }
      }
    }
    if (!unsure.isEmpty() || !missing.isEmpty()) {
      elsewhere.count(rooms.archive().claims(), unsure, missing, shares);
    }
    return elsewhere;
  }

  BigInteger held(Share share) {
    return held.getOrDefault(share, BigInteger.ZERO);
  }

  /** What is open may be taken back again. */
  BigInteger open(Share share) {
    return open.getOrDefault(share, BigInteger.ZERO);
  }

  private boolean askBook(Rooms rooms, StoredLedger ledger, Set<Share> shares) {
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
      List<Claim> claims, List<StoredLedger> unsure, Set<ObjectKey> missing, Set<Share> shares) {
    var pools = new HashSet<>(missing);
    unsure.forEach(ledger -> pools.add(ledger.ledger().pool()));
    var holders = new HashSet<String>();
    for (var claim : claims) {
      if (claim.stage().taken() && pools.contains(claim.pool())) {
        holders.add(claim.uid());
        if (shares.contains(claim.share())) {
          add(held, claim.share(), claim.size());
        }
      }
    }
    for (var ledger : unsure) {
      for (var entry : ledger.ledger().open()) {
        if (shares.contains(entry.share()) && !holders.contains(entry.holder().uid())) {
          add(open, entry.share(), entry.size());
        }
      }
    }
  }

  private static void add(Map<Share, BigInteger> sums, Share share, BigInteger size) {
    sums.merge(share, size, BigInteger::add);
  }
}
