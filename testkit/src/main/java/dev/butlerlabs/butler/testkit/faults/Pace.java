package dev.butlerlabs.butler.testkit.faults;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How quickly a line carries. */
final class Pace {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private Duration each = Duration.ZERO;
  private boolean held;

  void each(Duration other) {
    set(other, false);
  }

  void hold() {
    set(Duration.ZERO, true);
  }

  private void set(Duration other, boolean holding) {
    lock.lock();
    try {
      each = other;
      held = holding;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns when a piece may go on. */
  void pass() throws InterruptedException {
    lock.lock();
    try {
      var left = each.toNanos();
      while (held || left > 0) {
        if (held) {
          changed.await();
          left = 0;
        } else {
          left = Math.min(changed.awaitNanos(left), each.toNanos());
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
