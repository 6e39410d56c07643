package dev.butlerlabs.butler.testkit.faults;

/** Counts what comes through a relay, and does something at one of it. */
final class Pieces {

  private int count;
  private int at = Integer.MAX_VALUE;
  private Runnable deed = () -> {};

  /** Counts anew. */
  synchronized void before(int piece, Runnable what) {
    count = 0;
    at = piece;
    deed = what;
  }

  synchronized int count() {
    return count;
  }

  /** The piece goes on when the deed is done. */
  synchronized void passing() {
    count++;
    if (count == at) {
      deed.run();
    }
  }
}
