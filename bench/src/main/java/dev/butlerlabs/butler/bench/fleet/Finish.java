package dev.butlerlabs.butler.bench.fleet;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/** When each cluster was ordered and when it was first seen ready, by its name. */
final class Finish {

  private static final Duration APART = Duration.ofMillis(20);

  private final Function<GenericKubernetesResource, String> cluster;
  private final Predicate<GenericKubernetesResource> ready;
  private final Map<String, Long> ordered = new ConcurrentHashMap<>();
  private final Map<String, Long> done = new ConcurrentHashMap<>();

  /**
   * Has seen nothing yet.
   *
   * @param cluster whose object it is
   */
  Finish(
      Function<GenericKubernetesResource, String> cluster,
      Predicate<GenericKubernetesResource> ready) {
    this.cluster = cluster;
    this.ready = ready;
  }

  void ordered(String name) {
    ordered.put(name, System.nanoTime());
  }

  void look(GenericKubernetesResource object) {
    if (ready.test(object)) {
      done.putIfAbsent(cluster.apply(object), System.nanoTime());
    }
  }

  /**
   * Waits for all of them, and tells how far they are.
   *
   * @param check throws when there is no use in waiting
   */
  void await(Collection<String> names, Duration patience, Runnable check) {
    var begin = System.nanoTime();
    var deadline = begin + patience.toNanos();
    var told = 0;
    while (!done.keySet().containsAll(names)) {
      check.run();
      if (System.nanoTime() - deadline > 0) {
        var missing = names.stream().filter(name -> !done.containsKey(name)).toList();
        throw new IllegalStateException(
            "%d of %d clusters are not ready after %d minutes, for example %s"
                .formatted(missing.size(), names.size(), patience.toMinutes(), missing.getFirst()));
      }
      var tenths = 10 * done.size() / names.size();
      if (tenths > told) {
        told = tenths;
        System.err.printf(
            "fleet: %d of %d are ready after %d s%n",
            done.size(), names.size(), Duration.ofNanos(System.nanoTime() - begin).toSeconds());
      }
      LockSupport.parkNanos(APART.toNanos());
    }
  }

  /** Seconds from the first order of all until the last of these was ready. */
  double last(Collection<String> names) {
    var begin = ordered.values().stream().mapToLong(Long::longValue).min().orElseThrow();
    var end = names.stream().mapToLong(name -> done.getOrDefault(name, begin)).max().orElseThrow();
    return (end - begin) / 1e9;
  }

  /** Seconds within which that share of these was ready, each counted from its own order. */
  double within(double share, Collection<String> names) {
    var times =
        names.stream()
            .flatMapToLong(
                name -> LongStream.of(done.getOrDefault(name, 0L) - ordered.getOrDefault(name, 0L)))
            .sorted()
            .toArray();
    return times[(int) Math.ceil(share * times.length) - 1] / 1e9;
  }
}
