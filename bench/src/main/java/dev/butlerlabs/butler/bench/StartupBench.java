package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.startup.Startup;
import java.nio.file.Path;
import java.util.List;

/** From nothing to a serving platform, beside what its bare parts need; and the manager's size. */
public final class StartupBench implements Benchmark {

  private static final int ROUNDS = 3;
  private static final int ORDERS = 5_000;
  private static final int LOOKS = 15;

  @Override
  public String about() {
    return "time to a serving platform and the manager's memory; [ROUNDS [ORDERS]]";
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    var rounds = arguments.isEmpty() ? ROUNDS : WrongArgument.size(arguments.getFirst());
    var orders = arguments.size() < 2 ? ORDERS : WrongArgument.size(arguments.get(1));
    var root = Path.of(System.getProperty("butler.root"));
    var launcher = List.of(root.resolve("butler").toString());
    return new Startup(root, launcher, new Startup.Extent(rounds, orders, LOOKS)).measure();
  }
}
