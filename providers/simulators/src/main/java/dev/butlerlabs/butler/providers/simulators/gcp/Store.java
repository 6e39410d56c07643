package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything there is, by its full name: {@code projects/p/zones/z/instances/n}. A single look is
 * true; lists are late, in both directions.
 */
final class Store {

  private static final Duration LATE = Duration.ofSeconds(5);

  private final InstantSource clock;
  private final Map<String, Entry> entries = new TreeMap<>();
  private final List<Entry> gone = new ArrayList<>();
  private long ids = 1_000_000_000_000L;

  /**
   * One resource.
   *
   * @param at when it came, or when it went
   */
  private record Entry(String name, ObjectNode resource, Instant at) {}

  Store(InstantSource clock) {
    this.clock = clock;
  }

  /** Keeps it, with the fields that Google adds to everything. */
  ObjectNode put(String name, ObjectNode resource) {
    return put(name, resource, clock.instant());
  }

  /** Something that was there before anybody came. */
  ObjectNode furnish(String name, ObjectNode resource) {
    return put(name, resource, Instant.EPOCH);
  }

  private ObjectNode put(String name, ObjectNode resource, Instant since) {
    resource.put("id", Long.toString(ids++));
    resource.put("name", name.substring(name.lastIndexOf('/') + 1));
    resource.put("selfLink", Names.link(name));
    resource.put("creationTimestamp", since.toString());
    entries.put(name, new Entry(name, resource, since));
    return resource;
  }

  void remove(String name) {
    var entry = entries.remove(name);
    if (entry != null) {
      var limit = clock.instant().minus(LATE);
      gone.removeIf(old -> !old.at().isAfter(limit));
      gone.add(new Entry(name, entry.resource(), clock.instant()));
    }
  }

  /** By name, or by the number at the end of it. */
  Optional<ObjectNode> find(String name) {
    var entry = entries.get(name);
    if (entry != null) {
      return Optional.of(entry.resource());
    }
    var last = name.substring(name.lastIndexOf('/') + 1);
    var folder = name.substring(0, name.lastIndexOf('/') + 1);
    return entries.values().stream()
        .filter(other -> Names.folder(other.name()).equals(folder))
        .map(Entry::resource)
        .filter(resource -> resource.path("id").asText().equals(last))
        .findFirst();
  }

  ObjectNode require(String name) {
    return find(name).orElseThrow(() -> Refused.notFound(name));
  }

  boolean has(String name) {
    return find(name).isPresent();
  }

  /** True names of all of this kind, such as {@code instances}. */
  List<String> names(String kind) {
    return entries.keySet().stream().filter(name -> Names.kind(name).equals(kind)).toList();
  }

  /** What lists show: not yet what is new, and still what has just gone. */
  Map<String, ObjectNode> listed(String kind) {
    var limit = clock.instant().minus(LATE);
    var shown = new TreeMap<String, ObjectNode>();
    gone.stream()
        .filter(entry -> Names.kind(entry.name()).equals(kind) && entry.at().isAfter(limit))
        .forEach(entry -> shown.put(entry.name(), entry.resource()));
    entries.values().stream()
        .filter(entry -> Names.kind(entry.name()).equals(kind) && !entry.at().isAfter(limit))
        .forEach(entry -> shown.put(entry.name(), entry.resource()));
    return shown;
  }
}
