package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.platform.PlatformSettings;
import dev.butlerlabs.butler.sandbox.platform.PlatformState;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Brings the platform up, or finds it up, and says what to do next. */
@Command(name = "up", description = "Start the platform on this machine; safe to repeat.")
final class UpCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final HomeOption where = new HomeOption();
  @Mixin private final ToolsOption tools = new ToolsOption();

  @Option(names = "--bare", description = "Start the platform and order nothing on it.")
  private boolean bare;

  @Option(names = "--detach", description = "Plain lines, nothing ordered; for scripts.")
  private boolean detach;

  @Mixin private final PlatformOptions options = new PlatformOptions();

  @Spec private @Nullable CommandSpec spec;

  UpCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var home = surroundings.home(where.home);
    var out = Writers.out(spec);
    var screen = Screen.on(out, surroundings.terminal() && !detach);
    var alreadyRunning = Home.holder(home).isPresent();
    if (!alreadyRunning) {
      ensureTools();
      // Refusals about the folder are told here, where somebody reads them.
      Home.claim(home).close();
      Daemon.start(surroundings, home, tools.tools, options);
    }
    var state = new Ascent(home, screen).await();
    if (state.stage() != PlatformState.Stage.SERVING) {
      Writers.err(spec).println("butler: " + reason(state));
      return ExitCode.FAILED.number();
    }
    var steps = new NextSteps(home, where.home != null, bare || detach);
    steps.print(out, state, alreadyRunning);
    if (alreadyRunning && options.online && state.has(PlatformState.CHART_REPOSITORY)) {
      out.println();
      out.println(
          "It was started without --online, and its charts are stand-ins; stop it with ./butler down"
              + " and start it again to change that.");
      out.flush();
    }
    if (surroundings.terminal() && !bare && !detach && !options.simulated) {
      out.println();
      new Demo(Kubectl.of(surroundings, home), home, steps, out).offer(state);
    }
    return ExitCode.DONE.number();
  }

  private void ensureTools() {
    var out = Writers.out(spec);
    var toolchain =
        new Toolchain(
            surroundings.toolchain(tools.tools), new ToolLines(out, false), surroundings.clock());
    Preflights.tell(toolchain, PlatformSettings.neededTools(), out);
    toolchain.ensure(PlatformSettings.neededTools());
    var _ = toolchain.clusterApiManifests();
  }

  private static String reason(PlatformState state) {
    var failure = state.failure();
    return failure == null
        ? "the supervisor ended before the platform served; its log is " + log(state)
        : failure;
  }

  private static Path log(PlatformState state) {
    return Path.of(state.logs()).resolve("sandbox.log");
  }
}
