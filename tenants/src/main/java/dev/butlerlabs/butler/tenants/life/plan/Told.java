package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was told of a cluster, for which generation of its order, and when.
 *
 * <p>While a cluster is made its cause changes several times a second, and each write wakes whoever
 * watches. So a turn is told at once: another phase, ready or not, degraded or not. What others act
 * on besides stands back while many are made; words and counts wait a little in any case. Those
 * that have passed by then are never told.
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
   * @param crowd how much is going on around it
   * @param trouble whether it could not be brought further: then it stands back for nobody, as its
   *     next look may be minutes away
   */
  public Duration untilNext(
      LifeReport next, long wanted, Instant now, Crowd crowd, boolean trouble) {
    return untilNext(next, wanted, now, trouble ? Crowd.NONE : crowd);
  }

  private Duration untilNext(LifeReport next, long wanted, Instant now, Crowd crowd) {
    var deeds = deeds(next);
    var before = deeds(report);
    if (wanted != generation || deeds.turned(before)) {
      return Duration.ZERO;
    }
    if (!deeds.equals(before)) {
      return crowd.deeds();
    }
    // A clock that was set back is no reason to wait for hours.
    var left = shorter(Duration.between(now, at.plus(PAUSE)), PAUSE);
    // What is lost among workers that come is counted from what was told.
    var crowded = counts(next).equals(counts(report)) ? crowd.words() : crowd.deeds();
    return left.compareTo(crowded) < 0 ? crowded : left;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Optional<Object> counts(LifeReport report) {
    return Optional.ofNullable(report.fields().get("workerNodesReady"));
  }

  /**
   * How long a cluster stands back for others that are on their way too.
   *
   * @param deeds with what others act on
   * @param words with words alone
   */
  public record Crowd(Duration deeds, Duration words) {

    /** There are no others. */
    public static final Crowd NONE = new Crowd(Duration.ZERO, Duration.ZERO);
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
  private record Deeds(Map<String, Boolean> conditions, Map<String, Object> fields) {

    private boolean turned(Deeds before) {
      return !Objects.equals(fields.get("phase"), before.fields.get("phase"))
          || Stream.of(LifeReport.READY, LifeReport.DEGRADED)
              .anyMatch(type -> !Objects.equals(conditions.get(type), before.conditions.get(type)));
    }
  }
}
