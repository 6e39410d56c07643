package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which key comes next: the more urgent first, tenants in turn, a key never twice at once.
 *
 * <p>Every fourth turn goes to the least urgent, so that a flood of orders delays retries and never
 * stops them. A plain data structure: not thread-safe, no clock, the same answers for the same
 * calls.
 */
final class WorkQueue {

  private static final int FAVOUR_THE_PATIENT_EVERY = 4;
  private static final List<Urgency> URGENT_FIRST = List.of(Urgency.values());
  private static final List<Urgency> PATIENT_FIRST = URGENT_FIRST.reversed();

  private final Function<ObjectKey, String> tenantOf;
  private final int slotsPerTenant;
  private final Map<String, Lane> lanes = new HashMap<>();

  /** The tenants whose turn comes next; only those with a free slot stand here. */
  private final Map<Urgency, SequencedSet<String>> turns = new EnumMap<>(Urgency.class);

  private final Map<ObjectKey, Urgency> waiting = new HashMap<>();

  /** Each running key, with the urgency of what has happened to it since it started. */
  private final Map<ObjectKey, Optional<Urgency>> running = new HashMap<>();

  private long taken;

  /** A key whose turn has come. */
  record Turn(ObjectKey key, Urgency urgency, Instant since) {}

  WorkQueue(Function<ObjectKey, String> tenantOf, int slotsPerTenant) {
    this.tenantOf = tenantOf;
    this.slotsPerTenant = slotsPerTenant;
    for (var urgency : Urgency.values()) {
      turns.put(urgency, new LinkedHashSet<>());
    }
  }

  /** Puts the key in line, once; a key that runs is noted for when it is done. */
  void add(ObjectKey key, Urgency urgency, Instant now) {
    var since = running.get(key);
    if (since != null) {
      running.put(key, Optional.of(since.map(urgency::orMore).orElse(urgency)));
      return;
    }
    var tenant = tenantOf.apply(key);
    var lane = lanes.computeIfAbsent(tenant, _ -> new Lane());
    var before = waiting.get(key);
    if (before == null) {
      place(key, urgency, now, tenant, lane);
    } else if (urgency.compareTo(before) < 0) {
      var waitingSince = lane.remove(key, before);
      place(key, urgency, waitingSince, tenant, lane);
      leaveEmptyTurn(tenant, lane, before);
    }
  }

  /** The next key, which counts as running until it is done. */
  Optional<Turn> take() {
    var patient = (taken + 1) % FAVOUR_THE_PATIENT_EVERY == 0;
    for (var urgency : patient ? PATIENT_FIRST : URGENT_FIRST) {
      var line = line(urgency);
      if (!line.isEmpty()) {
        taken++;
        return Optional.of(take(urgency, line.removeFirst()));
      }
    }
    return Optional.empty();
  }

  private Turn take(Urgency urgency, String tenant) {
    var lane = lane(tenant);
    var entry = lane.start(urgency);
    waiting.remove(entry.getKey());
    running.put(entry.getKey(), Optional.empty());
    if (lane.running() >= slotsPerTenant) {
      turns.values().forEach(line -> line.remove(tenant));
    } else if (lane.waits(urgency)) {
      line(urgency).addLast(tenant);
    }
    return new Turn(entry.getKey(), urgency, entry.getValue());
  }

  /** The key has run; answers how urgently it has to run again, if something happened meanwhile. */
  Optional<Urgency> done(ObjectKey key) {
    var again = running.remove(key);
    if (again == null) {
      throw new IllegalStateException(key + " is done without having been taken");
    }
    var tenant = tenantOf.apply(key);
    var lane = lane(tenant);
    lane.finish();
    for (var urgency : URGENT_FIRST) {
      if (lane.waits(urgency)) {
        line(urgency).add(tenant);
      }
    }
    if (lane.idle()) {
      lanes.remove(tenant);
    }
    return again;
  }

  boolean running(ObjectKey key) {
    return running.containsKey(key);
  }

  int waitingCount() {
    return waiting.size();
  }

  int runningCount() {
    return running.size();
  }

  private void place(ObjectKey key, Urgency urgency, Instant since, String tenant, Lane lane) {
    waiting.put(key, urgency);
    lane.put(key, urgency, since);
    if (lane.running() < slotsPerTenant) {
      line(urgency).add(tenant);
    }
  }

  private void leaveEmptyTurn(String tenant, Lane lane, Urgency urgency) {
    if (!lane.waits(urgency)) {
      line(urgency).remove(tenant);
    }
  }

  private SequencedSet<String> line(Urgency urgency) {
    return known(turns.get(urgency), urgency);
  }

  private Lane lane(String tenant) {
    return known(lanes.get(tenant), tenant);
  }

  private static <V> V known(@Nullable V value, Object name) {
    if (value == null) {
      throw new IllegalStateException("the queue lost track of " + name);
    }
    return value;
  }
}
