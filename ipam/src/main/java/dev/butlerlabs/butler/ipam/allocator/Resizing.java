package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Distance;
import dev.butlerlabs.butler.ipam.allocator.Segment.Held;
import java.math.BigInteger;
import java.util.List;

/** Makes one held range larger or smaller where it is. */
final class Resizing<H> {

  private final Ground<H> ground;
  private final Held<H> held;
  private final AddressRange range;

  Resizing(Ground<H> ground, Held<H> held) {
    this.ground = ground;
    this.held = held;
    this.range = held.range();
  }

  /** Takes what is missing above the range, and only what that lacks below it. */
  Resize<H> grow(BigInteger size) {
    var missing = size.subtract(range.size());
    var gaps = ground.gapsAt(range);
    var above = range.end().isLast() ? BigInteger.ZERO : room(gaps, range.end().next());
    var below = range.start().isFirst() ? BigInteger.ZERO : room(gaps, range.start().previous());
    if (above.add(below).compareTo(missing) < 0) {
      return new Resize.NoRoom<>(range, size, below, above);
    }
    var after = moved(range, missing.subtract(missing.min(above)), missing.min(above));
    ground.grow(held, after, gaps);
    return new Resize.Grown<>(range, after);
  }

  private static AddressRange moved(AddressRange range, BigInteger down, BigInteger up) {
    return new AddressRange(
        Distance.ofSize(down).map(far -> range.start().minus(far).previous()).orElse(range.start()),
        Distance.ofSize(up).map(far -> range.end().plus(far).next()).orElse(range.end()));
  }

  /** The size of the free run that holds this neighbour. */
  private static BigInteger room(List<AddressRange> gaps, Address neighbour) {
    return gaps.stream()
        .filter(gap -> gap.contains(neighbour))
        .map(AddressRange::size)
        .findAny()
        .orElse(BigInteger.ZERO);
  }

  /** Splits the segment; giving back its end is the caller's part. */
  Resize.Shrunk<H> shrink(Distance distance) {
    var end = range.start().plus(distance);
    var keeps = new AddressRange(range.start(), end);
    var tail = new AddressRange(end.next(), range.end());
    ground.segments.exchange(held, held.with(keeps, held.reserved));
    ground.segments.add(held.with(tail, held.reserved));
    return new Resize.Shrunk<>(range, keeps, tail);
  }
}
