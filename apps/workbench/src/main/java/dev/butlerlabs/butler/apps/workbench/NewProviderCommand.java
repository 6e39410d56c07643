package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.apps.workbench.console.ExitCode;
import dev.butlerlabs.butler.apps.workbench.console.Writers;
import dev.butlerlabs.butler.apps.workbench.scaffold.ProviderName;
import dev.butlerlabs.butler.apps.workbench.scaffold.Scaffold;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the module of a further platform, wired in, with everything in it still to be written. */
@Command(name = "provider", description = "Make a module for a further platform.")
final class NewProviderCommand implements Callable<Integer> {

  private final Surroundings surroundings;

  @Parameters(paramLabel = "NAME", description = "The platform: lower-case letters, as in proxmox.")
  private String name = "";

  @Spec private @Nullable CommandSpec spec;

  NewProviderCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var scaffold = Scaffold.of(surroundings.root(), ProviderName.of(name));
    var out = Writers.out(spec);
    scaffold.write();
    scaffold.made().forEach(file -> out.println("  made     " + file));
    scaffold.changed().forEach(file -> out.println("  changed  " + file));
    out.println();
    out.println("Next:");
    out.println("  ./butler fmt                             lay the changed files out");
    out.println("  ./butler test providers/contract-tests   see what is still to be written");
    out.println("  docs/guides/add-a-provider.md            the way from here");
    return ExitCode.DONE.number();
  }
}
