package dev.butlerlabs.butler.sandbox.plane.supervise;

import java.time.Duration;

/**
 * How long to wait before a program is started again: it doubles with each start that did not get
 * as far as ready, and begins anew after one that did.
 */
public record BackOff(Duration first, Duration most) {

  public static final BackOff STANDARD =
      new BackOff(Duration.ofMillis(250), Duration.ofSeconds(30));

  public Duration after(int failedStarts) {
    var doubled = first.multipliedBy(1L << Math.clamp(failedStarts - 1L, 0, 20));
    return doubled.compareTo(most) < 0 ? doubled : most;
  }
}
