package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.platform.PlatformState;
import dev.butlerlabs.butler.sandbox.platform.StateFile;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Orders a first cluster on the running platform. */
@Command(name = "demo", description = "Order a first cluster and follow it; safe to repeat.")
final class DemoCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final HomeOption where = new HomeOption();

  @Spec private @Nullable CommandSpec spec;

  DemoCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var home = surroundings.home(where.home);
    var state =
        new StateFile(home)
            .read()
            .filter(_ -> Home.holder(home).isPresent())
            .filter(found -> found.stage() == PlatformState.Stage.SERVING)
            .orElseThrow(
                () ->
                    new Refusal(
                        home.toString(),
                        "has no platform that serves",
                        "start it with ./butler up"));
    var steps = new NextSteps(home, where.home != null, false);
    new Demo(Kubectl.of(surroundings, home), home, steps, Writers.out(spec)).run(state);
    return ExitCode.DONE.number();
  }
}
