package dev.butlerlabs.butler.sandbox.node.plan;

import dev.butlerlabs.butler.sandbox.node.pod.Probe;
import java.time.Duration;
import java.time.Instant;

/**
 * The answers to one probe so far, and what they amount to.
 *
 * <p>Until the first good answer the question is put more often than the period says, so that
 * nobody waits for a program that is there; bad answers still count once per period.
 *
 * @param countedAt when a bad answer was last counted
 */
public record ProbeTally(
    Probe probe, int successes, int failures, boolean everGood, Instant countedAt) {

  private static final Duration EAGER = Duration.ofMillis(100);

  /** So many times as long as an answer takes nobody asks, */
  private static final int PATIENCE = 3;

  /** but not longer than this: somebody may be waiting for the program. */
  private static final Duration LONGEST = Duration.ofMillis(300);

  public static ProbeTally begin(Probe probe, Instant now) {
    return new ProbeTally(probe, 0, 0, false, now);
  }

  public ProbeTally with(boolean good, Instant at) {
    if (good) {
      return new ProbeTally(probe, successes + 1, 0, true, at);
    }
    var counts = everGood || !at.isBefore(countedAt.plus(probe.period()));
    return new ProbeTally(
        probe, 0, counts ? failures + 1 : failures, everGood, counts ? at : countedAt);
  }

  public boolean good() {
    return successes >= probe.successes();
  }

  public boolean bad() {
    return failures >= probe.failures();
  }

  /** When to ask for the first time. */
  public static Duration firstAfter(Probe probe) {
    return probe.delay();
  }

  /**
   * How long to wait before asking again.
   *
   * @param took how long the last answer took: a machine that is busy with many starts is asked
   *     less, or the questions would take what the programs need
   */
  public Duration nextAfter(Duration took) {
    // A command costs two processes each time.
    if (everGood || probe.action() instanceof Probe.Action.Exec) {
      return probe.period();
    }
    var patient = shorter(took.multipliedBy(PATIENCE), LONGEST);
    return shorter(patient.compareTo(EAGER) < 0 ? EAGER : patient, probe.period());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
