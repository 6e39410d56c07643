package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.hosted.CrowdPart;
import dev.butlerlabs.butler.bench.hosted.FleetPart;
import dev.butlerlabs.butler.bench.hosted.ManyPart;
import dev.butlerlabs.butler.bench.hosted.OrderPart;
import dev.butlerlabs.butler.bench.hosted.RolloutPart;
import dev.butlerlabs.butler.bench.hosted.Venue;
import dev.butlerlabs.butler.bench.hosted.WakePart;
import java.nio.file.Path;
import java.util.List;

/** Hosted control planes in figures, part by part, beside the same programs started by hand. */
public final class ControlPlaneBench implements Benchmark {

  private final List<String> program;

  public ControlPlaneBench() {
    this(List.of(Path.of(System.getProperty("butler.root", ".")).resolve("butler").toString()));
  }

  /** With another program that starts the platform when a command is added. */
  ControlPlaneBench(List<String> program) {
    this.program = List.copyOf(program);
  }

  private static Parts parts(Venue venue) {
    return new Parts(
        "control-plane",
        List.of(
            new RolloutPart(venue),
            new OrderPart(venue),
            new WakePart(venue),
            new CrowdPart(venue),
            new ManyPart(venue),
            new FleetPart(venue)));
  }

  @Override
  public String about() {
    return "hosted control planes; " + parts(new Venue(program)).about();
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    try (var venue = new Venue(program)) {
      return run(venue, arguments);
    }
  }

  /** On a platform that is there already, or is started for the first part that wants it. */
  static List<Figure> run(Venue venue, List<String> arguments) throws Exception {
    return parts(venue).run(arguments);
  }
}
