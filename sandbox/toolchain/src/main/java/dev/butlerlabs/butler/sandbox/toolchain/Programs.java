package dev.butlerlabs.butler.sandbox.toolchain;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end and keeps what it said. */
final class Programs {

  /** How it ended; {@code code} is -1 when it was stopped at its deadline. */
  record Outcome(int code, String output) {
    boolean succeeded() {
      return code == 0;
    }
  }

  private final Map<String, String> environment;

  Programs(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /** Output and errors go together into {@code log}, which stays behind. */
  Outcome run(List<String> command, Path folder, Path log, Duration within) throws IOException {
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    var process = builder.start();
    var stop = new Thread(() -> stop(process));
    Runtime.getRuntime().addShutdownHook(stop);
    try {
      var ended = process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
      return new Outcome(ended ? process.exitValue() : -1, read(log));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while running " + command.getFirst(), e);
    } finally {
      stop(process);
      forget(stop);
    }
  }

  /** Go leaves its compilers to themselves when it is killed, so they are stopped first. */
  private static void stop(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is going down; the hook is doing its work.
    }
  }

  private static String read(Path log) throws IOException {
    return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
  }
}
