package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** One run of the program, from an argument list, to its end or to the end of its time. */
final class HelmProcess {

  /** More than any chart renders; a chart that never stops writing shall not fill our memory. */
  private static final long MOST_OUTPUT = 64L << 20;

  /** What stays locked when Helm is asked to stop it: it gets time to end by itself. */
  private static final Set<String> LET_THROUGH = Set.of("rollback");

  private final Path binary;
  private final Duration grace;

  HelmProcess(Path binary, Duration grace) {
    this.binary = binary;
    this.grace = grace;
  }

  /** How a run ended. */
  sealed interface End {

    record Ended(int code, String out, String err) implements End {}

    record TimedOut() implements End {}

    record Interrupted() implements End {}

    record TooMuch() implements End {}
  }

  End run(
      List<String> arguments,
      Map<String, String> environment,
      OperationFolder folder,
      Duration within)
      throws IOException {
    var line = new ArrayList<String>();
    line.add(binary.toString());
    line.addAll(arguments);
    var out = folder.path("out");
    var err = folder.path("err");
    var builder =
        new ProcessBuilder(line)
            .directory(folder.folder("home").toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    var process = builder.start();
    try {
      if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
        return new End.TimedOut();
      }
      if (Files.size(out) + Files.size(err) > MOST_OUTPUT) {
        return new End.TooMuch();
      }
      return new End.Ended(process.exitValue(), read(out), read(err));
    } catch (InterruptedException calledOff) {
      if (LET_THROUGH.contains(arguments.getFirst())) {
        letThrough(process);
      }
      Thread.currentThread().interrupt();
      return new End.Interrupted();
    } finally {
      stop(process);
    }
  }

  private void letThrough(Process process) {
    try {
      var _ = process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException again) {
      Thread.currentThread().interrupt();
    }
  }

  /** Helm unlocks its release when it is asked to stop; killed, it cannot. */
  private void stop(Process process) {
    if (!process.isAlive()) {
      return;
    }
    process.destroy();
    var interrupted = Thread.interrupted();
    try {
      if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException again) {
      process.destroyForcibly();
      interrupted = true;
    } finally {
      process.onExit().join();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8);
  }
}
