package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.Map;

/**
 * An addon that follows the waves.
 *
 * @param labels of its cluster
 * @param taken whether it has what the catalog offers now
 * @param since when it became what it is
 * @param reach whether its cluster answers
 */
public record Follower(
    ObjectKey key,
    Map<String, String> labels,
    boolean taken,
    Health health,
    Instant since,
    Reach reach) {

  /** How an addon is. */
  public enum Health {
    SERVES,
    UNDER_WAY,
    SICK
  }

  /** Whether its cluster answers. */
  public enum Reach {
    ANSWERS,
    /** It does not, and the change has no part in it: it sleeps, or had not begun to take it. */
    RESTS,
    /** Not since it began: nobody can tell what the change has done to it. */
    LOST
  }

  public Follower {
    labels = Map.copyOf(labels);
  }

  boolean lost() {
    return reach == Reach.LOST;
  }

  boolean through() {
    return taken && health == Health.SERVES && !lost();
  }

  boolean failed() {
    return health == Health.SICK || lost();
  }
}
