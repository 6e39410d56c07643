package dev.butlerlabs.butler.apps.workbench.trial;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** By the machine's own clock. */
public final class RealPace implements Pace {

  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public void rest(Duration time) {
    await(never, time);
  }

  @Override
  public void restUnlessStopped(Duration time) {
    await(stop, time);
  }

  @Override
  public void stop() {
    stop.countDown();
  }

  @Override
  public boolean stopped() {
    return stop.getCount() == 0;
  }

  private static void await(CountDownLatch latch, Duration time) {
    try {
      var _ = latch.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("nobody interrupts a trial", e);
    }
  }
}
