package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** The keys of one tenant that wait, oldest first within each urgency, and how many of it run. */
final class Lane {

  private final Map<Urgency, SequencedMap<ObjectKey, Instant>> waiting =
      new EnumMap<>(Urgency.class);
  private int running;

  Lane() {
    for (var urgency : Urgency.values()) {
      waiting.put(urgency, new LinkedHashMap<>());
    }
  }

  void put(ObjectKey key, Urgency urgency, Instant since) {
    of(urgency).put(key, since);
  }

  /** Since when the key has been waiting. */
  Instant remove(ObjectKey key, Urgency urgency) {
    var since = of(urgency).remove(key);
    if (since == null) {
      throw new IllegalStateException(key + " does not wait as " + urgency);
    }
    return since;
  }

  Map.Entry<ObjectKey, Instant> start(Urgency urgency) {
    running++;
    return of(urgency).pollFirstEntry();
  }

  void finish() {
    running--;
  }

  boolean waits(Urgency urgency) {
    return !of(urgency).isEmpty();
  }

  int running() {
    return running;
  }

  boolean idle() {
    return running == 0 && waiting.values().stream().allMatch(Map::isEmpty);
  }

  private SequencedMap<ObjectKey, Instant> of(Urgency urgency) {
    var keys = waiting.get(urgency);
    if (keys == null) {
      throw new IllegalStateException("no such urgency: " + urgency);
    }
    return keys;
  }
}
