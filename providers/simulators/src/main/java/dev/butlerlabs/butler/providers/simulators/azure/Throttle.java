package dev.butlerlabs.butler.providers.simulators.azure;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Buckets of calls, as Resource Manager keeps them per subscription and principal. */
final class Throttle {

  private final InstantSource clock;
  private final Map<Kind, Bucket> buckets = new EnumMap<>(Kind.class);

  /** What is counted apart: how many at once, and how many come back each second. */
  enum Kind {
    READS(250, 25),
    WRITES(200, 10),
    DELETES(200, 10);

    private final int size;
    private final int perSecond;

    Kind(int size, int perSecond) {
      this.size = size;
      this.perSecond = perSecond;
    }

    static Kind of(String method) {
      return switch (method) {
        case "GET" -> READS;
        case "DELETE" -> DELETES;
        default -> WRITES;
      };
    }

    String header() {
      return "x-ms-ratelimit-remaining-subscription-" + name().toLowerCase(Locale.ROOT);
    }
  }

  private static final class Bucket {
    private double left;
    private Instant filled;

    Bucket(double left, Instant filled) {
      this.left = left;
      this.filled = filled;
    }
  }

  Throttle(InstantSource clock) {
    this.clock = clock;
  }

  /** Takes one; how many are left, or -1 when there was none. */
  int take(Kind kind) {
    var now = clock.instant();
    var bucket = buckets.computeIfAbsent(kind, _ -> new Bucket(kind.size, now));
    var seconds = Duration.between(bucket.filled, now).toMillis() / 1000.0;
    bucket.left = Math.min(kind.size, bucket.left + seconds * kind.perSecond);
    bucket.filled = now;
    if (bucket.left < 1) {
      return -1;
    }
    bucket.left--;
    return (int) bucket.left;
  }
}
