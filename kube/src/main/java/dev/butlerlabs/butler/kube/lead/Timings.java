package dev.butlerlabs.butler.kube.lead;

import java.time.Duration;

/**
 * How long a lead lasts.
 *
 * @param lease after so long without a renewal another process takes the lead
 * @param renewDeadline after so long without a renewal the leader stops by itself. What lies
 *     between this and the lease is left for writes already under way, so it must be longer than
 *     one call
 * @param retry how often the lease is looked at, and so how long a hand-over takes
 */
public record Timings(Duration lease, Duration renewDeadline, Duration retry) {

  public Timings {
    if (retry.compareTo(renewDeadline) >= 0
        || renewDeadline.compareTo(lease) >= 0
        || !retry.isPositive()
        || lease.toSeconds() * 1000 != lease.toMillis()) {
      throw new IllegalArgumentException(
          "a lead needs 0 < retry < renewDeadline < lease, the lease in whole seconds, not "
              + "%s, %s, %s".formatted(retry, renewDeadline, lease));
    }
  }

  /**
   * How often a leader renews: half as often as others look. A busy machine may take seconds for a
   * call, so most of the deadline is left for it.
   */
  Duration renewal() {
    var twice = retry.multipliedBy(2);
    return twice.compareTo(renewDeadline.dividedBy(3)) < 0 ? twice : retry;
  }

  /** Hand-over within a second, take-over after a death within 16. */
  public static Timings usual() {
    return new Timings(Duration.ofSeconds(15), Duration.ofSeconds(9), Duration.ofSeconds(1));
  }
}
