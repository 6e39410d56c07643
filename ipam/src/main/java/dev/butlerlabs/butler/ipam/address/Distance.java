package dev.butlerlabs.butler.ipam.address;

import java.math.BigInteger;
import java.util.Optional;

/**
 * How far one address lies behind another, as an unsigned 128-bit number.
 *
 * <p>A range is one larger than the distance between its ends. Keeping the distance instead of the
 * size is what lets all of {@code ::/0}, which holds 2<sup>128</sup> addresses, fit.
 */
public record Distance(long high, long low) implements Comparable<Distance> {

  public static final Distance ZERO = new Distance(0, 0);

  /** Between the ends of a range of that many addresses; empty below 1 and above 2^128. */
  public static Optional<Distance> ofSize(BigInteger size) {
    var distance = size.subtract(BigInteger.ONE);
    if (distance.signum() < 0 || distance.bitLength() > 128) {
      return Optional.empty();
    }
    return Optional.of(new Distance(distance.shiftRight(64).longValue(), distance.longValue()));
  }

  /** How many addresses a range with ends this far apart holds. */
  public BigInteger size() {
    return unsigned(high, low).add(BigInteger.ONE);
  }

  @Override
  public int compareTo(Distance other) {
    return compare(high, low, other.high, other.low);
  }

  @Override
  public String toString() {
    return unsigned(high, low).toString();
  }

  /** Order of two unsigned 128-bit numbers. */
  public static int compare(long high, long low, long otherHigh, long otherLow) {
    var order = Long.compareUnsigned(high, otherHigh);
    return order != 0 ? order : Long.compareUnsigned(low, otherLow);
  }

  static BigInteger unsigned(long high, long low) {
    if (high == 0 && low >= 0) {
      return BigInteger.valueOf(low);
    }
    return half(high).shiftLeft(64).or(half(low));
  }

  private static BigInteger half(long value) {
    var positive = BigInteger.valueOf(value & Long.MAX_VALUE);
    return value < 0 ? positive.setBit(63) : positive;
  }
}
