package dev.butlerlabs.butler.apps.workbench;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be tried on a platform of one's own; its subcommands do it. */
@Command(name = "verify", description = "Try something on a platform of your own: a provider.")
final class VerifyCommand implements Runnable {

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    var command = spec == null ? null : spec.commandLine();
    if (command != null) {
      throw new ParameterException(command, "say what is to be tried: provider CONFIG.yaml");
    }
  }
}
