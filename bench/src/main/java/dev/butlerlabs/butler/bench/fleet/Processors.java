package dev.butlerlabs.butler.bench.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What everybody on a site has taken of the processors so far, the benchmark too: it plays those
 * who host control planes and make machines.
 *
 * @param ticks all that there was of them, of all kinds
 * @param stolen those of them that the host gave to others than this machine
 */
record Processors(Map<String, Duration> used, long ticks, long stolen) {

  /** Where that stands among the times of {@code /proc/stat}. */
  private static final int STOLEN = 7;

  /** Later ones are parts of those before them. */
  private static final int KINDS = 8;

  private static final String OURSELVES = "the benchmark";

  Processors {
    used = Map.copyOf(used);
  }

  static Processors of(Map<String, Long> processes) {
    var used = new TreeMap<String, Duration>();
    processes.forEach(
        (name, pid) -> ProcessHandle.of(pid).ifPresent(one -> used.put(name, taken(one))));
    used.put(OURSELVES, taken(ProcessHandle.current()));
    var times = times();
    return new Processors(used, times.stream().mapToLong(one -> one).sum(), times.get(STOLEN));
  }

  private static List<Long> times() {
    try (var lines = Files.lines(Path.of("/proc/stat"))) {
      var words = List.of(lines.findFirst().orElseThrow().split(" +", -1));
      return words.subList(1, 1 + KINDS).stream().map(Long::valueOf).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static Duration taken(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Seconds of a processor for each of so many clusters since then, the most first. */
  String since(Processors before, int clusters) {
    return "%s; others on the host took %.0f %% of the processors"
        .formatted(
            each(before, clusters),
            100.0 * (stolen - before.stolen) / Math.max(1, ticks - before.ticks));
  }

  private String each(Processors before, int clusters) {
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
