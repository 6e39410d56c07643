package dev.butlerlabs.butler.apps.workbench;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be made anew; its subcommands do it. */
@Command(name = "new", description = "Make something to begin with: a provider, a role.")
final class NewCommand implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    var command = spec == null ? null : spec.commandLine();
    if (command != null) {
      throw new ParameterException(
          command, "say what is to be made: provider NAME, or role PROVIDER");
    }
  }
}
