package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Distance;
import dev.butlerlabs.butler.ipam.address.Family;

/**
 * A range as a tree's node.
 *
 * <p>It keeps numbers where an {@link AddressRange} keeps objects: there is one per range of a
 * pool.
 */
abstract class Stretch<N extends Stretch<N>> extends Tree.Node<N> {

  private final Family family;
  final long startHigh;
  final long startLow;
  final long endHigh;
  final long endLow;

  Stretch(AddressRange range) {
    family = range.family();
    startHigh = range.start().high();
    startLow = range.start().low();
    endHigh = range.end().high();
    endLow = range.end().low();
  }

  final Address start() {
    return new Address(family, startHigh, startLow);
  }

  final Address end() {
    return new Address(family, endHigh, endLow);
  }

  final AddressRange range() {
    return new AddressRange(start(), end());
  }

  /** Order by size, without making any object: a search asks this at each step. */
  final int compareSize(Distance distance) {
    return Distance.compare(distanceHigh(), endLow - startLow, distance.high(), distance.low());
  }

  final int compareSize(Stretch<N> other) {
    return Distance.compare(
        distanceHigh(), endLow - startLow, other.distanceHigh(), other.endLow - other.startLow);
  }

  private long distanceHigh() {
    var borrow = Long.compareUnsigned(endLow, startLow) < 0 ? 1 : 0;
    return endHigh - startHigh - borrow;
  }

  final Distance distance() {
    return new Distance(distanceHigh(), endLow - startLow);
  }

  final boolean startsAfter(Address address) {
    return Distance.compare(startHigh, startLow, address.high(), address.low()) > 0;
  }

  final boolean endsBefore(Address address) {
    return Distance.compare(endHigh, endLow, address.high(), address.low()) < 0;
  }
}
