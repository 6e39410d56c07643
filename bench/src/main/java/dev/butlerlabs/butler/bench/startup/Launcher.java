package dev.butlerlabs.butler.bench.startup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The launcher as a user runs it, on one home.
 *
 * @param program the words before the command
 */
public record Launcher(List<String> program, Path home) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public Launcher {
    program = List.copyOf(program);
  }

  /** Runs a command and answers how long it took. */
  public Duration run(String command, String... arguments)
      throws IOException, InterruptedException {
    var start = System.nanoTime();
    call(command, arguments);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /**
   * One component as the supervisor tells it. Read from its file: a command started beside what is
   * measured would be measured too.
   */
  public JsonNode part(String name) throws IOException {
    var state = JSON.readTree(home.resolve("run/state.json").toFile());
    for (var part : state.path("parts")) {
      if (part.path("name").asText().equals(name)) {
        return part;
      }
    }
    throw new IllegalStateException("the platform has no component " + name);
  }

  public Path kubeconfig() {
    return home.resolve("admin.kubeconfig");
  }

  private String call(String command, String... arguments)
      throws IOException, InterruptedException {
    var line = new ArrayList<>(program);
    line.addAll(List.of(command, "--home", home.toString()));
    line.addAll(List.of(arguments));
    var out = Files.createTempFile("bench", ".out");
    try {
      var process =
          new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(out.toFile()).start();
      var exit = process.waitFor();
      if (exit != 0) {
        throw new IllegalStateException(
            "%s ended with %d: %s".formatted(line, exit, Files.readString(out)));
      }
      return Files.readString(out);
    } finally {
      Files.delete(out);
    }
  }
}
