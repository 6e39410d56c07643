package dev.butlerlabs.butler.apps.workbench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.apps.workbench.trial.Pace;
import dev.butlerlabs.butler.apps.workbench.trial.RealPace;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

/** A command that was typed, and all it said. */
record Typed(int exit, String out, String err) {

  static Typed command(Path root, Pace pace, String answers, String... arguments) {
    return command(root, pace, answers, Map.of(), arguments);
  }

  static Typed command(
      Path root, Pace pace, String answers, Map<String, String> environment, String... arguments) {
    var typed = new ByteArrayInputStream(answers.getBytes(UTF_8));
    var surroundings = new Surroundings(root, root, typed, pace, environment);
    var out = new StringWriter();
    var err = new StringWriter();
    var line = Main.commandLine(surroundings);
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return new Typed(line.execute(arguments), out.toString(), err.toString());
  }

  static Typed command(Path root, String... arguments) {
    return command(root, new RealPace(), "", arguments);
  }
}
