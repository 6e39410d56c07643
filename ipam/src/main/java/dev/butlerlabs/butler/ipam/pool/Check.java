package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Open;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Which open bindings keep within the quota of their tenant. Looked at after they are in the
 * ledger: of two pools that bind for one tenant at once, the later to look sees both.
 *
 * @param within may have their receipt
 * @param over are too much, whatever else is open; with the limit
 * @param contended are too much only because of what others have open, which may go away
 */
record Check(List<Open> within, Map<Open, BigInteger> over, List<Open> contended) {

  static Check of(
      Rooms rooms,
      ObjectKey pool,
      Book book,
      Quotas quotas,
      Function<ObjectKey, Set<ObjectKey>> poolsOfTenant) {
    var check = new Check(new ArrayList<>(), new LinkedHashMap<>(), new ArrayList<>());
    var limits = new HashMap<Share, BigInteger>();
    for (var entry : book.open()) {
      quotas.limit(entry.share()).ifPresent(limit -> limits.put(entry.share(), limit));
    }
    if (limits.isEmpty()) {
      check.within.addAll(book.open());
      return check;
    }
    var known = new HashSet<ObjectKey>();
    limits.keySet().forEach(share -> known.addAll(poolsOfTenant.apply(share.tenant())));
    check.judge(book, limits, Elsewhere.look(rooms, pool, limits.keySet(), known));
    return check;
  }

  /** Oldest decision first, which is the order they stand in the book. */
  private void judge(Book book, Map<Share, BigInteger> limits, Elsewhere elsewhere) {
    var sums = new HashMap<Share, BigInteger>();
    for (var entry : book.open()) {
      sums.merge(entry.share(), entry.size().negate(), BigInteger::add);
    }
    // Held here without what is open here, plus what is certain elsewhere.
    sums.replaceAll((share, open) -> book.total(share).add(open).add(elsewhere.held(share)));
    for (var entry : book.open()) {
      var limit = limits.get(entry.share());
      var then = sums.getOrDefault(entry.share(), BigInteger.ZERO).add(entry.size());
      if (limit == null) {
        within.add(entry);
      } else if (then.compareTo(limit) > 0) {
        over.put(entry, limit);
      } else if (then.add(elsewhere.open(entry.share())).compareTo(limit) > 0) {
        contended.add(entry);
      } else {
        within.add(entry);
        sums.put(entry.share(), then);
      }
    }
  }
}
