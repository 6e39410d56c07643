package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** How often each key failed in a row, and what follows from it. Not thread-safe. */
final class Failures {

  private final Backoff backoff;
  private final RandomGenerator random;
  private final Map<ObjectKey, Row> rows = new HashMap<>();

  private record Row(int count, Instant last) {}

  Failures(Backoff backoff, RandomGenerator random) {
    this.backoff = backoff;
    this.random = random;
  }

  int count(ObjectKey key) {
    var row = rows.get(key);
    return row == null ? 0 : row.count();
  }

  /** Notes one more failure; answers when to try again. */
  Instant add(ObjectKey key, Instant now) {
    var count = count(key) + 1;
    rows.put(key, new Row(count, now));
    return now.plus(backoff.after(count, random));
  }

  void forget(ObjectKey key) {
    rows.remove(key);
  }

  /**
   * Before this time a mere change does not bring a failing key back: its own failed run may have
   * caused that change, and would go round at full speed.
   */
  Instant notBefore(ObjectKey key) {
    var row = rows.get(key);
    return row == null ? Instant.MIN : row.last().plus(backoff.first());
  }
}
