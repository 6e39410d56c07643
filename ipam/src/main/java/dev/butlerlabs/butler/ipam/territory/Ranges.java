package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** A set of addresses as the fewest ranges that hold them: ascending, apart, never touching. */
public record Ranges(List<AddressRange> all) {

  /** Trusts nobody: sorts and joins what it is given. */
  public Ranges {
    all = joined(all);
  }

  public static Ranges none() {
    return new Ranges(List.of());
  }

  public static Ranges of(Collection<AddressRange> ranges) {
    return new Ranges(List.copyOf(ranges));
  }

  public static Ranges of(AddressRange range) {
    return new Ranges(List.of(range));
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** How many addresses there are. */
  public BigInteger size() {
    return all.stream().map(AddressRange::size).reduce(BigInteger.ZERO, BigInteger::add);
  }

  public boolean contains(Address address) {
    return all.stream().anyMatch(range -> range.contains(address));
  }

  public boolean contains(AddressRange other) {
    return all.stream().anyMatch(range -> range.contains(other));
  }

  public Ranges plus(Ranges others) {
    var both = new ArrayList<>(all);
    both.addAll(others.all);
    return new Ranges(both);
  }

  /** What both have. */
  public Ranges common(Ranges others) {
    var common = new ArrayList<AddressRange>();
    var mine = 0;
    var theirs = 0;
    while (mine < all.size() && theirs < others.all.size()) {
      var left = all.get(mine);
      var right = others.all.get(theirs);
      left.common(right).ifPresent(common::add);
      if (left.end().isBefore(right.end())) {
        mine++;
      } else {
        theirs++;
      }
    }
    return new Ranges(common);
  }

  /** What is in here and not in the others. */
  public Ranges minus(Ranges others) {
    var left = new ArrayList<AddressRange>();
    var hole = 0;
    for (var range : all) {
      while (hole < others.all.size() && others.all.get(hole).end().isBefore(range.start())) {
        hole++;
      }
      cut(range, others.all.subList(hole, others.all.size()), left);
    }
    return new Ranges(left);
  }

  private static void cut(AddressRange range, List<AddressRange> holes, List<AddressRange> left) {
    var start = range.start();
    for (var hole : holes) {
      if (hole.start().isAfter(range.end())) {
        break;
      }
      if (hole.start().isAfter(start)) {
        left.add(new AddressRange(start, hole.start().previous()));
      }
      if (!hole.end().isBefore(range.end())) {
        return;
      }
      start = hole.end().next();
    }
    left.add(new AddressRange(start, range.end()));
  }

  private static List<AddressRange> joined(List<AddressRange> given) {
    var joined = new ArrayList<AddressRange>();
    for (var next : given.stream().sorted().toList()) {
      var last = joined.isEmpty() ? null : joined.getLast();
      if (last == null || !meets(last, next)) {
        joined.add(next);
      } else if (next.end().isAfter(last.end())) {
        joined.set(joined.size() - 1, new AddressRange(last.start(), next.end()));
      }
    }
    return List.copyOf(joined);
  }

  /** The second, which starts no earlier, overlaps the first or comes right behind it. */
  private static boolean meets(AddressRange first, AddressRange second) {
    if (first.family() != second.family()) {
      return false;
    }
    return first.end().isLast() || !second.start().isAfter(first.end().next());
  }

  /** As people read it; long lists are cut. */
  @Override
  public String toString() {
    var shown = all.stream().limit(3).map(AddressRange::toString).collect(Collectors.joining(", "));
    return all.size() <= 3 ? shown : shown + " and %d more".formatted(all.size() - 3);
  }
}
