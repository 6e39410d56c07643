package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.platform.PlatformSettings;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Fetches or builds every program the platform runs. */
@Command(
    name = "tools",
    description = "Fetch or build the tool chain and tell where each came from.")
final class ToolsCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Mixin private final ToolsOption where = new ToolsOption();

  @Option(
      names = "--older",
      description =
          "Also what control planes of the Kubernetes minor before, and those on a database, run"
              + " on, and helm.")
  private boolean older;

  @Spec private @Nullable CommandSpec spec;

  ToolsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var out = Writers.out(spec);
    var tools =
        new Toolchain(
            surroundings.toolchain(where.tools), new ToolLines(out, true), surroundings.clock());
    var wanted = new ArrayList<>(PlatformSettings.neededTools());
    if (older) {
      wanted.addAll(PlatformSettings.furtherTools());
    }
    Preflights.tell(tools, wanted, out);
    tools.ensure(wanted);
    out.println("  Cluster API's manifests in " + tools.clusterApiManifests());
    return ExitCode.DONE.number();
  }
}
