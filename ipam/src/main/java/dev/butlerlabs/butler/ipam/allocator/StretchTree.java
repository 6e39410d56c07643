package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Distance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ranges that do not overlap, in the order of their addresses. */
abstract class StretchTree<N extends Stretch<N>> extends Tree<N> {

  @Override
  final int compare(N one, N other) {
    return Distance.compare(one.startHigh, one.startLow, other.startHigh, other.startLow);
  }

  /** The last one that starts at the address or before it. */
  final @Nullable N floor(Address address) {
    N found = null;
    var at = root();
    while (at != null) {
      if (at.startsAfter(address)) {
        at = at.left;
      } else {
        found = at;
        at = at.right;
      }
    }
    return found;
  }

  /** The first one that ends at the address or behind it. */
  final @Nullable N ceiling(Address address) {
    N found = null;
    var at = root();
    while (at != null) {
      if (at.endsBefore(address)) {
        at = at.right;
      } else {
        found = at;
        at = at.left;
      }
    }
    return found;
  }

  /** The one that holds the address. */
  final @Nullable N at(Address address) {
    var found = floor(address);
    return found == null || found.endsBefore(address) ? null : found;
  }

  /** Those that have an address of the range, in order. */
  final List<N> meeting(AddressRange range) {
    var found = new ArrayList<N>();
    meeting(root(), range, found);
    return found;
  }

  private void meeting(@Nullable N at, AddressRange range, List<N> found) {
    if (at == null) {
      return;
    }
    if (at.startsAfter(range.start())) {
      meeting(at.left, range, found);
    }
    if (!at.startsAfter(range.end()) && !at.endsBefore(range.start())) {
      found.add(at);
    }
    if (at.endsBefore(range.end())) {
      meeting(at.right, range, found);
    }
  }

  /** A range's surroundings. */
  static final class Around<N> {
    /** The nearest that ends before the range. */
    @Nullable N before;

    /** Those that have an address of the range, in order. */
    final List<N> inside = new ArrayList<>();

    /** The nearest that starts behind the range. */
    @Nullable N behind;
  }

  final Around<N> around(AddressRange range) {
    var around = new Around<N>();
    look(root(), range, around);
    return around;
  }

  /** Goes down once, so what comes later is nearer. */
  private void look(@Nullable N at, AddressRange range, Around<N> around) {
    if (at == null) {
      return;
    }
    if (at.endsBefore(range.start())) {
      around.before = at;
      look(at.right, range, around);
    } else if (at.startsAfter(range.end())) {
      around.behind = at;
      look(at.left, range, around);
    } else {
      look(at.left, range, around);
      around.inside.add(at);
      look(at.right, range, around);
    }
  }
}
