package dev.butlerlabs.butler.addons.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which clusters are slow: a job of theirs has got on with nothing for long, and none has ended in
 * time since. Whoever uses it keeps other threads away meanwhile.
 */
final class Slowness<T> {

  /** Longer than any pause after a failure; a cluster that is gone is not remembered for ever. */
  private static final Duration MEMORY = Duration.ofMinutes(30);

  private final Set<Job<T>> overdue = new HashSet<>();
  private final Map<String, Instant> until = new HashMap<>();

  void overdue(Job<T> job, Instant now) {
    overdue.add(job);
    until.put(job.key().cluster(), now.plus(MEMORY));
  }

  /** A job that ends in time shows that its cluster is slow no more. */
  void ended(Job<T> job) {
    if (!overdue.remove(job)) {
      until.remove(job.key().cluster());
    }
  }

  Set<String> clusters(Instant now) {
    until.values().removeIf(moment -> !now.isBefore(moment));
    return Stream.concat(until.keySet().stream(), overdue.stream().map(job -> job.key().cluster()))
        .collect(Collectors.toSet());
  }
}
