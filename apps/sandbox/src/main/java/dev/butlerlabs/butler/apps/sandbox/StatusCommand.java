package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.platform.PlatformState;
import dev.butlerlabs.butler.sandbox.platform.StateFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists every component with its address, process, version and source. */
@Command(name = "status", description = "What runs, where, since when.")
final class StatusCommand implements Callable<Integer> {

  /** How the answer is printed. */
  enum Output {
    table,
    json
  }

  private final Surroundings surroundings;

  @Mixin private final HomeOption where = new HomeOption();

  @Option(
      names = {"-o", "--output"},
      description = "table (default) or json.")
  private Output output = Output.table;

  @Spec private @Nullable CommandSpec spec;

  StatusCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var home = surroundings.home(where.home);
    var state = new StateFile(home).read();
    if (Home.holder(home).isEmpty() || state.isEmpty()) {
      return notRunning(home);
    }
    if (output == Output.json) {
      Writers.out(spec).println(StateFile.text(state.get()));
    } else {
      table(Writers.out(spec), state.get());
    }
    return ExitCode.DONE.number();
  }

  private Integer notRunning(Path home) {
    if (output == Output.json) {
      Writers.out(spec).println("{\"stage\":\"DOWN\",\"parts\":[]}");
    } else {
      Writers.out(spec).println("No platform runs in " + home + "; start one with ./butler up");
    }
    return ExitCode.NOT_RUNNING.number();
  }

  private void table(PrintWriter out, PlatformState state) {
    var format = "%-26s %-12s %-18s %-8s %-11s %-8s %-6s %s%n";
    out.printf(
        format, "COMPONENT", "STATE", "ADDRESS", "PID", "VERSION", "RESTARTS", "SINCE", "SOURCE");
    for (var part : state.parts()) {
      var pid = part.pid();
      out.printf(
          format,
          part.name(),
          part.state(),
          part.address(),
          pid == null ? "-" : pid.toString(),
          part.version(),
          part.restarts(),
          age(part.since()),
          part.source());
      if (!part.cause().isEmpty()) {
        out.println("    " + part.cause());
      }
    }
    out.println();
    out.println(
        "%s at %s, supervisor %d, logs in %s"
            .formatted(
                state.stage().name().toLowerCase(Locale.ROOT),
                state.server() == null ? "no address yet" : state.server(),
                state.supervisor(),
                state.logs()));
  }

  private String age(String since) {
    var age = Duration.between(Instant.parse(since), surroundings.clock().instant());
    if (age.toMinutes() < 2) {
      return age.toSeconds() + "s";
    }
    return age.toHours() < 2 ? age.toMinutes() + "m" : age.toHours() + "h";
  }
}
