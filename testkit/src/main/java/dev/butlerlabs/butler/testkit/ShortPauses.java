package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Duration;
import java.time.Instant;

/**
 * A stepped clock whose short pauses pass by themselves, for engines that run beside a test.
 *
 * <p>A run that fails is tried again after a moment of this clock. Any run may fail on a busy
 * machine, or be cut off when the clock leaps; with a clock that stands still it would then wait
 * for ever, and the test with it. Everything longer is still the test's to step.
 */
public final class ShortPauses implements Timeline, AutoCloseable {

  /** Above the pauses after a few failures, and below everything that tests step. */
  private static final Duration SHORT = Duration.ofSeconds(10);

  private final Timeline stepped;
  private final SystemTimeline real = new SystemTimeline();

  public ShortPauses(Timeline stepped) {
    this.stepped = stepped;
  }

  @Override
  public Instant instant() {
    return stepped.instant();
  }

  @Override
  public Alarm at(Instant when, Runnable task) {
    var pause = Duration.between(stepped.instant(), when);
    return pause.isPositive() && pause.compareTo(SHORT) < 0
        ? real.at(real.instant().plus(pause), task)
        : stepped.at(when, task);
  }

  @Override
  public void close() {
    real.close();
  }
}
