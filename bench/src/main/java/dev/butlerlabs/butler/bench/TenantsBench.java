package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.hosted.Stage;
import dev.butlerlabs.butler.bench.tenants.TenantRounds;
import java.nio.file.Path;
import java.util.List;

/** From the order of a cluster to Ready, beside what its parts need alone. */
public final class TenantsBench implements Benchmark {

  private static final int ROUNDS = 5;

  private final List<String> program;

  public TenantsBench() {
    this(List.of(Path.of(System.getProperty("butler.root", ".")).resolve("butler").toString()));
  }

  /** With another program that starts the platform when a command is added. */
  TenantsBench(List<String> program) {
    this.program = List.copyOf(program);
  }

  @Override
  public String about() {
    return "order to Ready, beside a control plane and a worker alone; [ROUNDS]";
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    var rounds = arguments.isEmpty() ? ROUNDS : WrongArgument.size(arguments.getFirst());
    try (var stage = Stage.open(program)) {
      return new TenantRounds(stage).run(rounds);
    }
  }
}
