package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How often one cluster is looked at while others are on their way too.
 *
 * <p>A cluster that is made has a hundred pieces of news, and most come in bursts. One alone is
 * looked at for each; the more there are, the more news of a cluster one look is for. So a thousand
 * of them leave the processor to those who make them. That is a matter of the machine: a clock that
 * stands still or leaps changes nothing about it.
 */
final class Pace {

  /** For each other cluster that was looked at lately. */
  static final Duration EACH = Duration.ofMillis(20);

  static final Duration LONGEST = Duration.ofSeconds(2);

  /** When each was last looked at, the longest ago first; those of {@link #LONGEST} only. */
  private final Map<ObjectKey, Long> looks = new LinkedHashMap<>();

  private final LongSupplier nanos;

  Pace(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** How long to wait before this cluster is looked at again; zero for a look that counts. */
  synchronized Duration untilNext(ObjectKey cluster) {
    var now = nanos.getAsLong();
    looks.values().removeIf(look -> now - look >= LONGEST.toNanos());
    var last = looks.get(cluster);
    if (last != null) {
      var wait = gap().minusNanos(now - last);
      if (wait.isPositive()) {
        return wait;
      }
    }
    looks.remove(cluster);
    looks.put(cluster, now);
    return Duration.ZERO;
  }

  private Duration gap() {
    var gap = EACH.multipliedBy(looks.size() - 1L);
    return gap.compareTo(LONGEST) < 0 ? gap : LONGEST;
  }
}
