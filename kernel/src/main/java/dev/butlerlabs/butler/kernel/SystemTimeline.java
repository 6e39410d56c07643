package dev.butlerlabs.butler.kernel;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's own clock, with one daemon thread that hands due tasks to virtual threads. */
public final class SystemTimeline implements Timeline, AutoCloseable {

  private final ScheduledThreadPoolExecutor timer;

  public SystemTimeline() {
    timer =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("timeline").factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public Alarm at(Instant when, Runnable task) {
    var delay = Math.max(0, Duration.between(instant(), when).toNanos());
    var scheduled =
        timer.schedule(
            () -> {
              Thread.startVirtualThread(task);
            },
            delay,
            TimeUnit.NANOSECONDS);
    return () -> scheduled.cancel(false);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
