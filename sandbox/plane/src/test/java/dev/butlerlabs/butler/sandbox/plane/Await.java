package dev.butlerlabs.butler.sandbox.plane;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for a fact about another process, which has no way to tell us. */
final class Await {

  private static final Duration LONGEST = Duration.ofMinutes(3);
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private Await() {}

  interface Fact {
    boolean holds() throws Exception;
  }

  static void until(Fact fact, String words) throws Exception {
    var deadline = System.nanoTime() + LONGEST.toNanos();
    while (!holds(fact)) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("not true within " + LONGEST + ": " + words);
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  /** A server that is restarting cuts connections; that is not yet, rather than never. */
  private static boolean holds(Fact fact) throws Exception {
    try {
      return fact.holds();
    } catch (IOException e) {
      return false;
    }
  }
}
