package dev.butlerlabs.butler.bench.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** How many calls that change something a life takes at least, per platform, as committed. */
record LeastCalls(Map<String, Double> byPlatform) {

  LeastCalls {
    byPlatform = Map.copyOf(byPlatform);
  }

  static LeastCalls committed() {
    var all = new TreeMap<String, Double>();
    try (var file =
        Objects.requireNonNull(LeastCalls.class.getResourceAsStream("least-calls.tsv"))) {
      new String(file.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t"))
          .forEach(words -> all.put(words[0], Double.parseDouble(words[1])));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return new LeastCalls(all);
  }

  OptionalDouble of(String platform) {
    var calls = byPlatform.get(platform);
    return calls == null ? OptionalDouble.empty() : OptionalDouble.of(calls);
  }
}
