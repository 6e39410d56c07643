package dev.butlerlabs.butler.kube.engine;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait after failures in a row: twice as long each time, up to a limit, spread by
 * chance so that what failed together does not come back together.
 *
 * @param first the pause after one failure
 * @param longest the pause that is never exceeded
 */
public record Backoff(Duration first, Duration longest) {

  public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(500), Duration.ofMinutes(5));

  public Backoff {
    if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "back-off from "
              + first
              + " to "
              + longest
              + " does not grow; give 0 < first <= longest");
    }
  }

  /** Between half and the whole of the doubled pause. */
  Duration after(int failures, RandomGenerator random) {
    var doubled = first;
    for (var i = 1; i < failures && doubled.compareTo(longest) < 0; i++) {
      doubled = doubled.multipliedBy(2);
    }
    var whole = doubled.compareTo(longest) < 0 ? doubled : longest;
    var half = whole.dividedBy(2);
    return half.plusNanos(random.nextLong(half.toNanos() + 1));
  }
}
