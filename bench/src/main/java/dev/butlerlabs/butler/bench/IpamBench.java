package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.ipam.ChurnPart;
import dev.butlerlabs.butler.bench.ipam.EndToEndPart;
import dev.butlerlabs.butler.bench.ipam.Part;
import dev.butlerlabs.butler.bench.ipam.SettledPart;
import dev.butlerlabs.butler.bench.ipam.SpeedPart;
import dev.butlerlabs.butler.bench.ipam.churn.Trace;
import java.util.ArrayList;
import java.util.List;

/** IPAM in figures, part by part. */
public final class IpamBench implements Benchmark {

  private final List<Part> parts =
      List.of(
          new ChurnPart(Trace.committed()), new SpeedPart(), new EndToEndPart(), new SettledPart());

  @Override
  public String about() {
    return "addresses; all, or only these [PART...] of " + names();
  }

  private List<String> names() {
    return parts.stream().map(Part::name).toList();
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    if (!names().containsAll(arguments)) {
      throw new IllegalArgumentException(
          "bench ipam has no part " + arguments + "; it has " + names());
    }
    var figures = new ArrayList<Figure>();
    for (var part : parts) {
      if (arguments.isEmpty() || arguments.contains(part.name())) {
        System.err.printf("measuring %s ...%n", part.name());
        figures.addAll(part.run());
      }
    }
    return figures;
  }
}
