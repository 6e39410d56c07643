package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.tenants.life.plan.Told.Crowd;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How often one cluster is looked at, and told of, while others are on their way too.
 *
 * <p>A cluster that is made has a hundred pieces of news, and most come in bursts. One alone is
 * looked at for each; the more there are, the more news of a cluster one look is for, and the more
 * looks one telling. So a thousand of them leave the processor to those who make them. That is a
 * matter of the machine: a clock that stands still or leaps changes nothing about it.
 */
final class Pace {

  /** For each other cluster that was looked at lately. */
  static final Duration EACH = Duration.ofMillis(40);

  static final Duration LONGEST = Duration.ofSeconds(2);

  /** What others act on is told of one cluster in so many looks. */
  private static final int DEEDS = 4;

  static final Duration LONGEST_DEEDS = Duration.ofSeconds(5);

  /** Words are told in so many looks. */
  private static final int WORDS = 12;

  static final Duration LONGEST_WORDS = Duration.ofSeconds(15);

  /** When each was last looked at, the longest ago first; those of {@link #LONGEST} only. */
  private final Map<ObjectKey, Long> looks = new LinkedHashMap<>();

  /** Since when those wait of which there is news: since they were looked at last, or came. */
  private final Map<ObjectKey, Long> waiting = new HashMap<>();

  /** When each was last told of, the longest ago first; those of {@link #LONGEST_WORDS} only. */
  private final Map<ObjectKey, Long> tellings = new LinkedHashMap<>();

  private final LongSupplier nanos;

  Pace(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * How long to wait before this cluster is looked at; zero for a look that counts. A new one waits
   * like others: who lets orders in has told of it by then. One that fails does not: each time the
   * engine lets more time pass by itself, unless a run ends well, as waiting does.
   *
   * @param failures how many looks in a row failed before this one
   */
  synchronized Duration untilNext(ObjectKey cluster, int failures) {
    if (failures > 0) {
      waiting.remove(cluster);
      return Duration.ZERO;
    }
    var now = nanos.getAsLong();
    forget(looks, now, LONGEST);
    var since = waiting.computeIfAbsent(cluster, _ -> looks.getOrDefault(cluster, now));
    var wait = gap(cluster).minusNanos(now - since);
    if (wait.isPositive()) {
      return wait;
    }
    waiting.remove(cluster);
    looks.remove(cluster);
    looks.put(cluster, now);
    return Duration.ZERO;
  }

  /** How long the next telling of this cluster stands back for others; nothing for one alone. */
  synchronized Crowd around(ObjectKey cluster) {
    var now = nanos.getAsLong();
    // Who is only told of, as one that goes, asks nothing that would have forgotten them.
    forget(looks, now, LONGEST);
    forget(tellings, now, LONGEST_WORDS);
    var last = tellings.get(cluster);
    if (last == null) {
      return Crowd.NONE;
    }
    var gap = gap(cluster);
    return new Crowd(
        left(gap.multipliedBy(DEEDS), LONGEST_DEEDS, now - last),
        left(gap.multipliedBy(WORDS), LONGEST_WORDS, now - last));
  }

  /**
   * How long a new order may wait without a word: in a crowd, who lets orders in will have told of
   * it by then.
   */
  synchronized Duration patience(ObjectKey cluster) {
    tellings.putIfAbsent(cluster, nanos.getAsLong());
    return around(cluster).deeds();
  }

  private static Duration left(Duration apart, Duration longest, long passed) {
    var left = shorter(apart, longest).minusNanos(passed);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** This cluster was told of. */
  synchronized void told(ObjectKey cluster) {
    tellings.remove(cluster);
    tellings.put(cluster, nanos.getAsLong());
  }

  synchronized void forget(ObjectKey cluster) {
    waiting.remove(cluster);
    tellings.remove(cluster);
  }

  private static void forget(Map<ObjectKey, Long> moments, long now, Duration after) {
    moments.values().removeIf(moment -> now - moment >= after.toNanos());
  }

  private Duration gap(ObjectKey cluster) {
    var others = looks.size() - (looks.containsKey(cluster) ? 1L : 0L);
    return shorter(EACH.multipliedBy(others), LONGEST);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
