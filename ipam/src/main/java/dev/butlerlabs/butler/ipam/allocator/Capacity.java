package dev.butlerlabs.butler.ipam.allocator;

import java.math.BigInteger;

/**
 * How full a pool is, in addresses.
 *
 * @param usable in a window and not reserved
 * @param used held, or recorded for several holders, and not reserved
 * @param reserved in a window and reserved
 * @param resting given back, not yet free, and not reserved
 * @param free can be given out now
 * @param largestRun the size of the largest free run, 0 if nothing is free
 * @param runs how many free runs there are
 * @param heldRanges how many ranges are held
 */
public record Capacity(
    BigInteger usable,
    BigInteger used,
    BigInteger reserved,
    BigInteger resting,
    BigInteger free,
    BigInteger largestRun,
    int runs,
    int heldRanges) {

  private static final BigInteger HUNDRED = BigInteger.valueOf(100);

  /** What share of the free addresses lies outside the largest run; 0 with one run or none. */
  public int fragmentationPercent() {
    if (runs <= 1) {
      return 0;
    }
    return 100 - largestRun.multiply(HUNDRED).divide(free).intValueExact();
  }

  /** Whether that many contiguous addresses could be given out now. */
  public boolean fits(BigInteger count) {
    return largestRun.compareTo(count) >= 0;
  }
}
