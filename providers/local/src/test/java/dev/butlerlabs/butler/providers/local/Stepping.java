package dev.butlerlabs.butler.providers.local;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits while the clock goes on in small steps, for what is tried again by that clock. */
record Stepping(SteppedTimeline timeline) {

  private static final Duration STEP = Duration.ofMillis(100);

  void until(String what, BooleanSupplier holds) {
    Await.untilTrue(
        what,
        () -> {
          timeline.advance(STEP);
          return holds.getAsBoolean();
        });
  }
}
