package dev.butlerlabs.butler.addons.jobs;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Jobs in one line for each cluster, so that very many cost no more than few. Whoever uses it keeps
 * other threads away meanwhile.
 */
final class Lines<T> {

  private final Map<String, SequencedMap<JobKey, Job<T>>> lines = new HashMap<>();
  private int size;

  /** The last in its line; in place of one with the same key. */
  void add(Job<T> job) {
    var line = lines.computeIfAbsent(job.key().cluster(), _ -> new LinkedHashMap<>());
    if (line.putLast(job.key(), job) == null) {
      size++;
    }
  }

  /** That job and no other with its key. */
  void remove(Job<T> job) {
    lines.computeIfPresent(
        job.key().cluster(),
        (_, line) -> {
          if (line.remove(job.key(), job)) {
            size--;
          }
          return line.isEmpty() ? null : line;
        });
  }

  Optional<Job<T>> find(JobKey key) {
    return Optional.ofNullable(lines.get(key.cluster())).map(line -> line.get(key));
  }

  int size() {
    return size;
  }

  /** How many there are of each cluster. */
  Map<String, Integer> lengths() {
    return lines.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, line -> line.getValue().size()));
  }

  boolean has(String cluster) {
    return lines.containsKey(cluster);
  }

  /** The oldest of each cluster. */
  Stream<Job<T>> heads() {
    return lines.values().stream().map(line -> line.firstEntry().getValue());
  }

  Stream<Job<T>> all() {
    return lines.values().stream().flatMap(line -> line.values().stream());
  }
}
