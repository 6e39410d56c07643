package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/** Who is recorded as holding what, in any order and perhaps contradicting itself. */
final class Claims<H> {

  /** Addresses that the same holders claim. */
  record Piece<H>(AddressRange range, Set<H> holders) {}

  private final Map<H, List<AddressRange>> claims = new HashMap<>();

  void add(AddressRange range, H holder) {
    claims.computeIfAbsent(holder, _ -> new ArrayList<>()).add(range);
  }

  /** One holder may be recorded twice for an address; that is one claim. */
  private List<Holding<H>> distinct() {
    var distinct = new ArrayList<Holding<H>>();
    claims.forEach(
        (holder, ranges) ->
            Spans.merged(ranges, false)
                .forEach(range -> distinct.add(new Holding<>(range, holder))));
    distinct.sort(Comparator.comparing(Holding::range));
    return distinct;
  }

  /** All claimed addresses, cut where the set of claimants changes, in order. */
  List<Piece<H>> pieces() {
    var claims = distinct();
    var pieces = new ArrayList<Piece<H>>();
    var active =
        new PriorityQueue<Holding<H>>(Comparator.comparing(holding -> holding.range().end()));
    var next = 0;
    var start = claims.isEmpty() ? null : claims.getFirst().range().start();
    while (start != null) {
      while (next < claims.size() && claims.get(next).range().start().equals(start)) {
        active.add(claims.get(next++));
      }
      var end = active.element().range().end();
      if (next < claims.size() && !claims.get(next).range().start().isAfter(end)) {
        end = claims.get(next).range().start().previous();
      }
      pieces.add(new Piece<>(new AddressRange(start, end), holders(active)));
      while (!active.isEmpty() && !active.element().range().end().isAfter(end)) {
        active.remove();
      }
      if (!active.isEmpty()) {
        start = end.next();
      } else {
        start = next < claims.size() ? claims.get(next).range().start() : null;
      }
    }
    return pieces;
  }

  private static <H> Set<H> holders(Iterable<Holding<H>> active) {
    var holders = new HashSet<H>();
    active.forEach(holding -> holders.add(holding.holder()));
    return holders;
  }
}
