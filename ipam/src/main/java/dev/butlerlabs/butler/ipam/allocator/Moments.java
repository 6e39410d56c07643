package dev.butlerlabs.butler.ipam.allocator;

import java.time.Instant;

/**
 * Instants as milliseconds, which is how the trees keep them.
 *
 * <p>The end of a rest is rounded up and the present is rounded down, so no rest ends early.
 */
final class Moments {

  /** Older than every release. */
  static final long NEVER_USED = Long.MIN_VALUE;

  /** Later than every end. */
  static final long NEVER_ENDS = Long.MAX_VALUE;

  private static final Instant FIRST = Instant.ofEpochMilli(Long.MIN_VALUE + 1);
  private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE - 1);

  private Moments() {}

  static long down(Instant instant) {
    if (instant.isBefore(FIRST)) {
      return FIRST.toEpochMilli();
    }
    return instant.isAfter(LAST) ? LAST.toEpochMilli() : instant.toEpochMilli();
  }

  static long up(Instant instant) {
    var down = down(instant);
    return instant(down).isBefore(instant) ? Math.min(down + 1, LAST.toEpochMilli()) : down;
  }

  static Instant instant(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}
