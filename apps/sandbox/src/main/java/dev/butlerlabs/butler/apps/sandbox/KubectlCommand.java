package dev.butlerlabs.butler.apps.sandbox;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Unmatched;

/** Runs the tool chain's kubectl on the platform. */
@Command(name = "kubectl", description = "kubectl on the running platform.")
final class KubectlCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final HomeOption where = new HomeOption();

  @Unmatched private final List<String> arguments = new ArrayList<>();

  KubectlCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var kubectl = Kubectl.of(surroundings, surroundings.home(where.home));
    return new ProcessBuilder(kubectl.command(arguments)).inheritIO().start().waitFor();
  }
}
