package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.kernel.Timeline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * Asks a cluster again that has as much of our work as it may have. A place there is free in a
 * moment, and an attempt that fails waits for longer and longer. Blocks meanwhile, so it is for
 * threads that take up no place of others.
 */
final class Insistence {

  private static final Duration MOMENT = Duration.ofSeconds(1);
  private static final int TIMES = 10;

  private final Timeline timeline;

  Insistence(Timeline timeline) {
    this.timeline = timeline;
  }

  /**
   * What came of it in the end; ends soon after its thread is interrupted.
   *
   * @param work tells why it could not be done
   */
  Optional<Refusal> on(Supplier<Optional<Refusal>> work) {
    var refusal = work.get();
    for (var left = TIMES; left > 0 && busy(refusal) && waited(); left--) {
      refusal = work.get();
    }
    return refusal;
  }

  private static boolean busy(Optional<Refusal> refusal) {
    return refusal.filter(one -> one.cause() == Cause.CLUSTER_BUSY).isPresent();
  }

  /** False when it was called off. */
  private boolean waited() {
    var over = new CountDownLatch(1);
    var alarm = timeline.at(timeline.instant().plus(MOMENT), over::countDown);
    try {
      over.await();
      return true;
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      alarm.cancel();
    }
  }
}
