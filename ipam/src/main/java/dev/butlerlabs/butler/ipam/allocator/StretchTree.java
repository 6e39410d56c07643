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
    var next = ceiling(range.start());
    while (next != null && !next.startsAfter(range.end())) {
      found.add(next);
      next = next.endsBefore(range.end()) ? ceiling(next.end().next()) : null;
    }
    return found;
  }
}
