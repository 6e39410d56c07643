package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainProblem;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Reads the command line and starts the command it names. */
@Command(name = "butler", description = "Butler's sandbox: a whole platform on this machine.")
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine(Surroundings.ofThisProcess()).execute(args));
  }

  /** The whole command line; tests run it with surroundings of their own. */
  static CommandLine commandLine(Surroundings surroundings) {
    var line = new CommandLine(new Main());
    Map.of(
            "up", new UpCommand(surroundings),
            "down", new DownCommand(surroundings),
            "status", new StatusCommand(surroundings),
            "kubectl", new KubectlCommand(surroundings),
            "demo", new DemoCommand(surroundings),
            "tools", new ToolsCommand(surroundings),
            "supervise", new SuperviseCommand(surroundings))
        .forEach(line::addSubcommand);
    line.setExecutionExceptionHandler(
        (failure, failed, _) -> {
          sentence(failed.getErr(), failure);
          return ExitCode.FAILED.number();
        });
    line.setParameterExceptionHandler(
        (wrong, _) -> {
          wrong.getCommandLine().getErr().println("butler: " + wrong.getMessage());
          wrong.getCommandLine().usage(wrong.getCommandLine().getErr());
          return ExitCode.USAGE.number();
        });
    return line;
  }

  private static void sentence(PrintWriter err, Exception failure) throws Exception {
    switch (failure) {
      case Refusal refusal -> err.println("butler: " + refusal.getMessage());
      case ToolchainProblem problem -> err.println("butler: " + problem.getMessage());
      default -> throw failure;
    }
  }
}
