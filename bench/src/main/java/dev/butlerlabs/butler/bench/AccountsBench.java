package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.bench.accounts.Neighbourhood;
import java.util.List;

/** Whether machines of one account wait for another account's platform. */
public final class AccountsBench implements Benchmark {

  private static final int MACHINES = 500;
  private static final int ROUNDS = 3;

  @Override
  public String about() {
    return "machines at one account, beside another that is dead or slow; [MACHINES [ROUNDS]]";
  }

  @Override
  public List<Figure> run(List<String> arguments) throws Exception {
    var machines = arguments.isEmpty() ? MACHINES : WrongArgument.size(arguments.getFirst());
    var rounds = arguments.size() < 2 ? ROUNDS : WrongArgument.size(arguments.get(1));
    try (var server = new FreshApiServer()) {
      return new Neighbourhood(server.kubeconfig()).run(machines, rounds);
    }
  }
}
