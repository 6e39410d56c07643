package dev.butlerlabs.butler.ipam.pool.plan;

import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Open;
import dev.butlerlabs.butler.ipam.ledger.Share;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which open bindings keep within the quota of their tenant. Judged after they are in the ledger:
 * of two pools that bind for one tenant at once, the later to look sees both.
 *
 * @param within may have their receipt
 * @param over are too much, whatever else is open; with the limit
 * @param contended are too much only because of what others have open, which may go away
 * @param unclear may be too much, and nobody can tell; with a sentence why
 */
public record Check(
    List<Open> within,
    Map<Open, BigInteger> over,
    List<Open> contended,
    Map<Open, String> unclear) {

  public Check {
    within = List.copyOf(within);
    over = Collections.unmodifiableMap(new LinkedHashMap<>(over));
    contended = List.copyOf(contended);
    unclear = Collections.unmodifiableMap(new LinkedHashMap<>(unclear));
  }

  /** Where no quota is. */
  public static Check unlimited(Collection<Open> open) {
    return new Check(List.copyOf(open), Map.of(), List.of(), Map.of());
  }

  /**
   * Judges all that is open in the book, oldest decision first, which is the order it stands there.
   *
   * @param limits of those shares that have one
   */
  public static Check of(Book book, Map<Share, BigInteger> limits, Abroad abroad) {
    var within = new ArrayList<Open>();
    var over = new LinkedHashMap<Open, BigInteger>();
    var contended = new ArrayList<Open>();
    var unclear = new LinkedHashMap<Open, String>();
    var sums = heldNow(book, abroad);
    for (var entry : book.open()) {
      var share = entry.share();
      var limit = limits.get(share);
      var then = sums.getOrDefault(share, BigInteger.ZERO).add(entry.size());
      var why = abroad.unclear(share);
      if (limit == null) {
        within.add(entry);
      } else if (then.compareTo(limit) > 0) {
        over.put(entry, limit);
      } else if (why.isPresent()) {
        unclear.put(entry, why.get());
      } else if (then.add(abroad.open(share)).compareTo(limit) > 0) {
        contended.add(entry);
      } else {
        within.add(entry);
        sums.put(share, then);
      }
    }
    return new Check(within, over, contended, unclear);
  }

  /** Held here without what is open here, plus what is certain elsewhere. */
  private static Map<Share, BigInteger> heldNow(Book book, Abroad abroad) {
    var sums = new HashMap<Share, BigInteger>();
    for (var entry : book.open()) {
      sums.merge(entry.share(), entry.size().negate(), BigInteger::add);
    }
    sums.replaceAll((share, open) -> book.total(share).add(open).add(abroad.held(share)));
    return sums;
  }
}
