package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import java.io.IOException;
import java.nio.file.Files;
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
    var home = surroundings.home(where.home);
    var kubeconfig = home.resolve("admin.kubeconfig");
    if (!Files.exists(kubeconfig)) {
      throw new Refusal(home.toString(), "holds no platform yet", "start one with ./butler up");
    }
    var toolchain =
        new Toolchain(surroundings.toolchain(null), Progress.silent(), surroundings.clock());
    var located = toolchain.ensure(List.of(Tool.KUBECTL)).get(Tool.KUBECTL);
    if (located == null) {
      throw new IllegalStateException("the tool chain gave no kubectl");
    }
    var command = new ArrayList<String>();
    command.add(located.path().toString());
    command.add("--kubeconfig=" + kubeconfig);
    command.addAll(arguments);
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }
}
