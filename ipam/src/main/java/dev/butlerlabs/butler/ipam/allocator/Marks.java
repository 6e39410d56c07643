package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import org.jspecify.annotations.Nullable;

/** When addresses that once were used were last given back. A pool nobody used has no marks. */
final class Marks extends StretchTree<Marks.Mark> {

  /** Addresses given back together. */
  static final class Mark extends Stretch<Mark> {
    final long released;

    /** The latest release in this node's subtree. */
    long latest;

    Mark(AddressRange range, long released) {
      super(range);
      this.released = released;
    }
  }

  @Override
  void refresh(Mark node) {
    var latest = node.released;
    latest = node.left == null ? latest : Math.max(latest, node.left.latest);
    node.latest = node.right == null ? latest : Math.max(latest, node.right.latest);
  }

  @Override
  void include(Mark node, Mark newcomer) {
    node.latest = Math.max(node.latest, newcomer.released);
  }

  @Override
  boolean leansOn(Mark node, Mark gone) {
    return node.latest == gone.released;
  }

  /** How recently some address of the range was given back: its warmest address counts. */
  long warmth(AddressRange range) {
    return warmth(root(), range, false, false);
  }

  /** The flags say that the whole subtree is known to lie behind the start, or before the end. */
  private static long warmth(
      @Nullable Mark at, AddressRange range, boolean afterStart, boolean beforeEnd) {
    if (at == null) {
      return Moments.NEVER_USED;
    }
    if (afterStart && beforeEnd) {
      return at.latest;
    }
    if (!afterStart && at.endsBefore(range.start())) {
      return warmth(at.right, range, false, beforeEnd);
    }
    if (!beforeEnd && at.startsAfter(range.end())) {
      return warmth(at.left, range, afterStart, false);
    }
    var left = warmth(at.left, range, afterStart, true);
    var right = warmth(at.right, range, true, beforeEnd);
    return Math.max(at.released, Math.max(left, right));
  }

  /** When one address was given back. */
  long released(Address address) {
    var mark = at(address);
    return mark == null ? Moments.NEVER_USED : mark.released;
  }

  void put(AddressRange range, long released) {
    clear(range);
    var start = range.start();
    var end = range.end();
    for (var beside : meeting(range.widened())) {
      if (beside.released == released) {
        remove(beside);
        start = beside.startsAfter(start) ? start : beside.start();
        end = beside.endsBefore(end) ? end : beside.end();
      }
    }
    insert(new Mark(new AddressRange(start, end), released));
  }

  void clear(AddressRange range) {
    for (var mark : meeting(range)) {
      var low = range.contains(mark.start()) ? null : below(mark, range);
      var high = range.contains(mark.end()) ? null : above(mark, range);
      if (low != null) {
        replace(mark, low);
      } else {
        remove(mark);
      }
      if (high != null) {
        insert(high);
      }
    }
  }

  private static Mark below(Mark mark, AddressRange range) {
    return new Mark(new AddressRange(mark.start(), range.start().previous()), mark.released);
  }

  private static Mark above(Mark mark, AddressRange range) {
    return new Mark(new AddressRange(range.end().next(), mark.end()), mark.released);
  }
}
