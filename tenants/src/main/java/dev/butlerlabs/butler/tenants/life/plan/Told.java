package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What was told of a cluster, for which generation of its order, and when.
 *
 * <p>While a cluster is made its cause changes several times a second, and each write wakes whoever
 * watches. So what others act on is told at once; words and counts wait a little, and those that
 * have passed by then are never told.
 */
public record Told(LifeReport report, long generation, Instant at) {

  /** How far apart words are told. */
  public static final Duration PAUSE = Duration.ofSeconds(3);

  private static final Set<String> MAY_WAIT =
      Set.of(
          "cause", "lastTransitionTime", "workerNodesReady", "workerNodesDesired", "observedState");

  /**
   * How long to wait before this is told too; zero for not at all.
   *
   * @param next may still lack what is found deeper down, since that is only words
   * @param wanted the generation it is told for; that an order was read is told at once
   */
  public Duration untilNext(LifeReport next, long wanted, Instant now) {
    if (wanted != generation || !deeds(next).equals(deeds(report))) {
      return Duration.ZERO;
    }
    var left = Duration.between(now, at.plus(PAUSE));
    return left.isNegative() ? Duration.ZERO : left;
  }

  private static Deeds deeds(LifeReport report) {
    var fields = new HashMap<>(report.fields());
    fields.keySet().removeAll(MAY_WAIT);
    return new Deeds(
        report.verdicts().stream()
            .collect(Collectors.toMap(Verdict::type, said -> said.status() == Truth.TRUE)),
        fields);
  }

  /** What others act on: whether something holds; that nobody can tell is another word for no. */
  private record Deeds(Map<String, Boolean> conditions, Map<String, Object> fields) {}
}
