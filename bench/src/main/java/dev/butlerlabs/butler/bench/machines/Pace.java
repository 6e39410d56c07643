package dev.butlerlabs.butler.bench.machines;

/** Tells how far a long run is, every so many lives. Safe for many threads. */
final class Pace {

  private static final int EVERY = 1_000;

  private final long all;
  private final long begun = System.nanoTime();
  private long ended;

  Pace(long all) {
    this.all = all;
  }

  synchronized void ended(int lives) {
    var before = ended;
    ended += lives;
    if (ended / EVERY > before / EVERY) {
      var seconds = (System.nanoTime() - begun) / 1e9;
      System.err.printf("%d of %d lives, %.1f a second%n", ended, all, ended / seconds);
    }
  }
}
