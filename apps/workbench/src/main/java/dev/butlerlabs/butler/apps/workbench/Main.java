package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.apps.workbench.console.ExitCode;
import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Reads the command line and starts the command it names. */
@Command(name = "butler", description = "Butler's workbench: write a provider, or try one.")
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine(Surroundings.ofThisProcess()).execute(args));
  }

  /** The whole command line; tests run it with surroundings of their own. */
  static CommandLine commandLine(Surroundings surroundings) {
    var made = new CommandLine(new NewCommand());
    made.addSubcommand("provider", new NewProviderCommand(surroundings));
    var line = new CommandLine(new Main());
    made.addSubcommand("role", new NewRoleCommand());
    var tried = new CommandLine(new VerifyCommand());
    tried.addSubcommand("provider", new VerifyProviderCommand(surroundings));
    line.addSubcommand("new", made);
    line.addSubcommand("verify", tried);
    line.setExecutionExceptionHandler(
        (failure, failed, _) -> {
          if (failure instanceof Refusal refusal) {
            failed.getErr().println("butler: " + refusal.getMessage());
            return ExitCode.USAGE.number();
          }
          throw failure;
        });
    line.setParameterExceptionHandler(
        (wrong, _) -> {
          wrong.getCommandLine().getErr().println("butler: " + wrong.getMessage());
          wrong.getCommandLine().usage(wrong.getCommandLine().getErr());
          return ExitCode.USAGE.number();
        });
    return line;
  }
}
