package dev.butlerlabs.butler.bench.fleet;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What everybody on a site has taken of the processors so far, the benchmark too: it plays those
 * who host control planes and make machines.
 */
record Processors(Map<String, Duration> used) {

  private static final String OURSELVES = "the benchmark";

  Processors {
    used = Map.copyOf(used);
  }

  static Processors of(Map<String, Long> processes) {
    var used = new TreeMap<String, Duration>();
    processes.forEach(
        (name, pid) -> ProcessHandle.of(pid).ifPresent(one -> used.put(name, taken(one))));
    used.put(OURSELVES, taken(ProcessHandle.current()));
    return new Processors(used);
  }

  private static Duration taken(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Seconds of a processor for each of so many clusters since then, the most first. */
  String since(Processors before, int clusters) {
    return used.entrySet().stream()
        .map(
            one ->
                Map.entry(
                    one.getKey(),
                    one.getValue()
                            .minus(before.used.getOrDefault(one.getKey(), Duration.ZERO))
                            .toMillis()
                        / 1000.0
                        / clusters))
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .map(one -> "%s %.2f s".formatted(one.getKey(), one.getValue()))
        .collect(Collectors.joining(", "));
  }
}
