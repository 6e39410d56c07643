package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.ipam.ChurnPart;
import dev.butlerlabs.butler.bench.ipam.EndToEndPart;
import dev.butlerlabs.butler.bench.ipam.ManagerSpeedPart;
import dev.butlerlabs.butler.bench.ipam.Part;
import dev.butlerlabs.butler.bench.ipam.SettledPart;
import dev.butlerlabs.butler.bench.ipam.SpeedPart;
import dev.butlerlabs.butler.bench.ipam.churn.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** IPAM in figures, part by part. */
public final class IpamBench implements Benchmark {

  private final List<Part> parts;

  public IpamBench() {
    this(
        List.of(
            new ChurnPart(Trace.committed()),
            new SpeedPart(),
            new ManagerSpeedPart(),
            new EndToEndPart(),
            new SettledPart()));
  }

  IpamBench(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public String about() {
    return "addresses; all, or only these [PART[=SIZE]...] of " + names();
  }

  private List<String> names() {
    return parts.stream().map(Part::name).toList();
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    var wanted = new LinkedHashMap<Part, Integer>();
    for (var argument : arguments) {
      var words = argument.split("=", 2);
      var part = named(words[0]);
      wanted.put(part, words.length == 1 ? part.size() : Integer.parseInt(words[1]));
    }
    if (wanted.isEmpty()) {
      parts.forEach(part -> wanted.put(part, part.size()));
    }
    var figures = new ArrayList<Figure>();
    for (var part : wanted.entrySet()) {
      System.err.printf("measuring %s (%d) ...%n", part.getKey().name(), part.getValue());
      figures.addAll(part.getKey().run(part.getValue()));
    }
    return figures;
  }

  private Part named(String name) {
    return parts.stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "bench ipam has no part \"%s\"; it has %s".formatted(name, names())));
  }
}
