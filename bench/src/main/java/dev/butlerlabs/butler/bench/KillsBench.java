package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.hosted.Stage;
import dev.butlerlabs.butler.bench.kills.Kills;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Random programs of a platform are killed while five clusters live on it. */
public final class KillsBench implements Benchmark {

  private static final int CLUSTERS = 5;
  private static final int MINUTES = 10;

  @Override
  public String about() {
    return "random programs killed while clusters live, until all are Ready again; [MINUTES [SEED]]";
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    var minutes = arguments.isEmpty() ? MINUTES : WrongArgument.size(arguments.getFirst());
    var seed = arguments.size() < 2 ? System.nanoTime() : WrongArgument.seed(arguments.get(1));
    var program = Path.of(System.getProperty("butler.root", ".")).resolve("butler").toString();
    try (var stage = Stage.open(List.of(program))) {
      return on(stage, seed).run(CLUSTERS, Duration.ofMinutes(minutes));
    }
  }

  /** On a platform that is there for nothing else. */
  static Kills on(Stage stage, long seed) {
    System.err.println("kills: seed " + seed);
    return new Kills(stage, seed);
  }
}
