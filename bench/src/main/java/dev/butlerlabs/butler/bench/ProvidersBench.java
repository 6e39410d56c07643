package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.machines.Endurance;
import dev.butlerlabs.butler.bench.machines.Stages;
import java.util.List;

/** Machines' whole lives on many platforms, with calls that break and processes that die. */
public final class ProvidersBench implements Benchmark {

  private static final int LIVES = 100_000;

  @Override
  public String about() {
    return "machines' lives on %s, one call in ten broken; [LIVES [SEED]]"
        .formatted(String.join(", ", Stages.all().keySet()));
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    var lives = arguments.isEmpty() ? LIVES : WrongArgument.size(arguments.getFirst());
    var seed = arguments.size() < 2 ? System.nanoTime() : WrongArgument.seed(arguments.get(1));
    try (var server = new FreshApiServer(FreshApiServer.SPACIOUS)) {
      return new Endurance(server.kubeconfig(), seed).run(lives);
    }
  }
}
