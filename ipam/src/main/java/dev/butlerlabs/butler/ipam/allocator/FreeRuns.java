package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Distance;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The free runs in the order in which they are to be used: the smallest first; of equal ones the
 * one never used, then the one whose warmest address was given back the longest ago, then the
 * lowest.
 */
final class FreeRuns extends Tree<FreeRuns.Run> {

  /** A free range with a taken address, or the end of the pool, on either side. */
  static final class Run extends Stretch<Run> {
    final long warmth;

    Run(AddressRange range, long warmth) {
      super(range);
      this.warmth = warmth;
    }
  }

  private final Tally total = new Tally();

  @Override
  int compare(Run one, Run other) {
    var bySize = one.compareSize(other);
    if (bySize != 0) {
      return bySize;
    }
    if (one.warmth != other.warmth) {
      return Long.compare(one.warmth, other.warmth);
    }
    return Distance.compare(one.startHigh, one.startLow, other.startHigh, other.startLow);
  }

  void add(Run run) {
    insert(run);
    total.add(run.distance());
  }

  void drop(Run run) {
    remove(run);
    total.subtract(run.distance());
  }

  /** The first run that is at least that large. */
  @Nullable Run bestFor(Distance distance) {
    Run found = null;
    var at = root();
    while (at != null) {
      if (at.compareSize(distance) < 0) {
        at = at.right;
      } else {
        found = at;
        at = at.left;
      }
    }
    return found;
  }

  /** The runs that are at least that large, in the order of use. */
  Iterator<Run> from(Distance distance) {
    var path = new ArrayDeque<Run>();
    var at = root();
    while (at != null) {
      if (at.compareSize(distance) < 0) {
        at = at.right;
      } else {
        path.push(at);
        at = at.left;
      }
    }
    return new Onward(path);
  }

  /**
   * Goes on in order without starting again at the root.
   *
   * @param path the next run, and above it those that come after what is to its right
   */
  private record Onward(ArrayDeque<Run> path) implements Iterator<Run> {

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public Run next() {
      var next = path.pop();
      for (var at = next.right; at != null; at = at.left) {
        path.push(at);
      }
      return next;
    }
  }

  /** The run behind this one in the order of use. */
  @Nullable Run after(Run run) {
    Run found = null;
    var at = root();
    while (at != null) {
      if (compare(at, run) <= 0) {
        at = at.right;
      } else {
        found = at;
        at = at.left;
      }
    }
    return found;
  }

  /** The first of the largest runs. */
  @Nullable Run largest() {
    var root = root();
    return root == null ? null : bestFor(last(root).distance());
  }

  /** The first of the largest runs among those smaller than that. */
  @Nullable Run largestBelow(Distance distance) {
    Run found = null;
    var at = root();
    while (at != null) {
      if (at.compareSize(distance) < 0) {
        found = at;
        at = at.right;
      } else {
        at = at.left;
      }
    }
    return found == null ? null : bestFor(found.distance());
  }

  /** How many addresses are free. */
  BigInteger free() {
    return total.total();
  }

  /** The size of the largest run, 0 if there is none. */
  BigInteger largestSize() {
    var root = root();
    return root == null ? BigInteger.ZERO : last(root).distance().size();
  }
}
