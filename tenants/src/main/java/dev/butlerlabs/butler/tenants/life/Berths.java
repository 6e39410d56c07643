package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.tenants.life.plan.LifePlan;
import dev.butlerlabs.butler.tenants.life.plan.Observation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How many new clusters are made at once. Of a thousand that are ordered together, each that is
 * half made costs those who make it a look again and again, and nobody has one until nearly all
 * have; one after the other, the first are there after seconds.
 *
 * <p>A cluster that does not come up gives its berth back after a while, so whoever hangs holds up
 * others for that long at most. Nothing of this is stored: what is on its way is seen.
 */
final class Berths {

  static final int AT_ONCE = 24;

  /** By then a machine of two cores has made that many, if nothing but itself is waited for. */
  static final Duration LONGEST = Duration.ofSeconds(30);

  private static final Cause TURN =
      new Cause(
          "WaitingForTurn",
          "%d other new clusters are being made".formatted(AT_ONCE),
          "Butler begins as soon as one of them is there, or takes longer than %d seconds"
              .formatted(LONGEST.toSeconds()),
          "");

  private final Trigger news = new Trigger();

  // All guarded by this.
  private final Map<ObjectKey, Instant> taken = new HashMap<>();
  private final Set<ObjectKey> overdue = new HashSet<>();
  private final LinkedHashSet<ObjectKey> waiting = new LinkedHashSet<>();

  /** Fired with each cluster that is called in. */
  Trigger news() {
    return news;
  }

  /**
   * The plan, or that it has to wait for others. One that sleeps has next to nothing made, and may
   * sleep for days.
   *
   * @param used whether it has been Ready before: what it lacks by now is no reason to wait
   */
  LifePlan inTurn(ObjectKey cluster, boolean used, Observation seen, LifePlan plan, Instant now) {
    if (!(plan instanceof LifePlan.Make make)
        || used
        || seen.rest().asleep()
        || make.made(seen.live())) {
      leave(cluster, now);
      return plan;
    }
    return admits(cluster, seen.place().seen().isPresent(), now)
        ? plan
        : new LifePlan.Hold(make.order(), TURN, false);
  }

  /**
   * Whether the cluster may be made now; if not, it is called in later.
   *
   * @param begun what is on its way stays so, perhaps since before this process began
   */
  synchronized boolean admits(ObjectKey cluster, boolean begun, Instant now) {
    if (until(cluster).filter(end -> !now.isBefore(end)).isPresent()) {
      taken.remove(cluster);
      overdue.add(cluster);
      callIn(now);
    }
    if (overdue.contains(cluster) || taken.containsKey(cluster)) {
      return true;
    }
    if (begun || (taken.size() < AT_ONCE && waiting.isEmpty())) {
      waiting.remove(cluster);
      taken.put(cluster, now);
      return true;
    }
    waiting.add(cluster);
    return false;
  }

  /** When its berth is given to the next; nothing where it has none. */
  synchronized Optional<Instant> until(ObjectKey cluster) {
    return Optional.ofNullable(taken.get(cluster)).map(since -> since.plus(LONGEST));
  }

  /** It is made, goes, or waits for something else. */
  synchronized void leave(ObjectKey cluster, Instant now) {
    waiting.remove(cluster);
    overdue.remove(cluster);
    if (taken.remove(cluster) != null) {
      callIn(now);
    }
  }

  /** Those who have waited longest take what is free. */
  private void callIn(Instant now) {
    while (taken.size() < AT_ONCE && !waiting.isEmpty()) {
      var next = waiting.removeFirst();
      taken.put(next, now);
      news.fire(next);
    }
  }
}
