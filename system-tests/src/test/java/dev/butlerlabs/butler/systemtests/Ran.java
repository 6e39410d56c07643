package dev.butlerlabs.butler.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command that ran to its end, and all it said. */
public record Ran(int exit, String out, String err, Duration took) {

  /** Runs with exactly this environment, and fails when it takes longer than the deadline. */
  public static Ran command(
      List<String> command, Map<String, String> environment, Path folder, Duration deadline)
      throws IOException, InterruptedException {
    var out = Files.createTempFile("ran", ".out");
    var err = Files.createTempFile("ran", ".err");
    try {
      var builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      var start = System.nanoTime();
      var process = builder.start();
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(
            "%s did not end within %s; it said: %s%s"
                .formatted(command, deadline, Files.readString(out), Files.readString(err)));
      }
      var took = Duration.ofNanos(System.nanoTime() - start);
      return new Ran(process.exitValue(), Files.readString(out), Files.readString(err), took);
    } finally {
      Files.deleteIfExists(out);
      Files.deleteIfExists(err);
    }
  }

  @Override
  public String toString() {
    return "exit %d%n--- out%n%s--- err%n%s".formatted(exit, out, err);
  }
}
