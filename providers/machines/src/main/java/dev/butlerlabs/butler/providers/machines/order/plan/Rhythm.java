package dev.butlerlabs.butler.providers.machines.order.plan;

import java.time.Duration;

/** When to look again, and how long to be patient. */
public final class Rhythm {

  /** While something is under way. */
  public static final Duration POLL = Duration.ofSeconds(10);

  /** While a machine runs: for what happens to it behind our back. */
  public static final Duration DRIFT_CHECK = Duration.ofSeconds(30);

  /** A machine that is not running after this long counts as failed. Nothing is removed. */
  public static final Duration CREATION_DEADLINE = Duration.ofMinutes(20);

  /** A running machine that nobody could look at for this long is unknown. */
  public static final Duration BLIND_DEADLINE = Duration.ofMinutes(20);

  /** What is not gone after this long is told, and may be left behind by who says so. */
  public static final Duration REMOVAL_DEADLINE = Duration.ofMinutes(20);

  private static final Duration SOON_AT_MOST = Duration.ofMinutes(1);
  private static final Duration SLOWLY = Duration.ofSeconds(30);
  private static final Duration AT_MOST = Duration.ofMinutes(5);
  private static final int DOUBLINGS = 10;

  private Rhythm() {}

  /** The pause after an obstacle: grows with each in a row, and is never below what was asked. */
  public static Duration after(Obstacle obstacle, int strikes) {
    var pause =
        switch (obstacle.healing()) {
          case SOON -> doubled(POLL, strikes, SOON_AT_MOST);
          case SLOWLY -> doubled(SLOWLY, strikes, AT_MOST);
          case WHEN_CHANGED -> AT_MOST;
        };
    return obstacle.pause().compareTo(pause) > 0 ? obstacle.pause() : pause;
  }

  private static Duration doubled(Duration first, int strikes, Duration most) {
    var whole = first.multipliedBy(1L << Math.min(strikes, DOUBLINGS));
    return whole.compareTo(most) < 0 ? whole : most;
  }
}
