package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Distance;
import java.math.BigInteger;

/** A running count of addresses: exact, and wide enough for all of IPv6. */
final class Tally {

  private static final BigInteger WHOLE = BigInteger.ONE.shiftLeft(128);

  private long high;
  private long low;
  private long ranges;

  /** Adds a range with ends that far apart. */
  void add(Distance distance) {
    addRaw(distance.high(), distance.low());
    addRaw(0, 1);
    ranges++;
  }

  void subtract(Distance distance) {
    subtractRaw(distance.high(), distance.low());
    subtractRaw(0, 1);
    ranges--;
  }

  private void addRaw(long moreHigh, long moreLow) {
    var sum = low + moreLow;
    high += moreHigh + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    low = sum;
  }

  private void subtractRaw(long lessHigh, long lessLow) {
    high -= lessHigh + (Long.compareUnsigned(low, lessLow) < 0 ? 1 : 0);
    low -= lessLow;
  }

  /** The ranges do not overlap, so the only sum that wraps around is that of the whole family. */
  BigInteger total() {
    if (high == 0 && low == 0) {
      return ranges == 0 ? BigInteger.ZERO : WHOLE;
    }
    return new Distance(high, low).size().subtract(BigInteger.ONE);
  }
}
