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

  public Duration nextAfter() {
    // A command costs two processes each time; a connection costs next to nothing.
    return everGood || probe.action() instanceof Probe.Action.Exec ? probe.period() : EAGER;
  }
}
