package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.hosted.Stage;
import dev.butlerlabs.butler.bench.tenants.TenantRounds;
import java.nio.file.Path;
import java.util.List;

/** From the order of a cluster to Ready, beside what its parts need alone. */
public final class TenantsBench implements Benchmark {

  private static final int ROUNDS = 5;

  @Override
  public String about() {
    return "order to Ready, beside a control plane and a worker alone; [ROUNDS]";
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    var rounds = arguments.isEmpty() ? ROUNDS : WrongArgument.size(arguments.getFirst());
    var program = Path.of(System.getProperty("butler.root", ".")).resolve("butler").toString();
    try (var stage = Stage.open(List.of(program))) {
      return new TenantRounds(stage).run(rounds);
    }
  }
}
