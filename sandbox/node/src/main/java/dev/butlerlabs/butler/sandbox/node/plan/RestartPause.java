package dev.butlerlabs.butler.sandbox.node.plan;

import java.time.Duration;

/**
 * How long a container that ended waits before it is started again: at once the first time, then a
 * second, doubling up to one minute; a run of ten minutes wipes the slate clean. These are the
 * pauses of a kubelet with the gate {@code ReduceDefaultCrashLoopBackOffDecay}.
 */
public final class RestartPause {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofMinutes(1);
  private static final Duration FORGIVEN_AFTER = Duration.ofMinutes(10);

  private RestartPause() {}

  /**
   * The pause before the next start.
   *
   * @param ends how often it has ended since the slate was clean, at least once
   */
  public static Duration after(int ends) {
    if (ends <= 1) {
      return Duration.ZERO;
    }
    var doubled = FIRST.multipliedBy(1L << Math.clamp(ends - 2L, 0, 10));
    return doubled.compareTo(MOST) < 0 ? doubled : MOST;
  }

  public static boolean forgiven(Duration run) {
    return run.compareTo(FORGIVEN_AFTER) >= 0;
  }
}
