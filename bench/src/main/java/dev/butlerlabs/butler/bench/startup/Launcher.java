package dev.butlerlabs.butler.bench.startup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The launcher as a user runs it, on one home. */
record Launcher(Path root, Path home) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Runs a command and answers how long it took. */
  Duration run(String command, String... arguments) throws IOException, InterruptedException {
    var start = System.nanoTime();
    call(command, arguments);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  JsonNode status() throws IOException, InterruptedException {
    return JSON.readTree(call("status", "-o", "json"));
  }

  JsonNode part(String name) throws IOException, InterruptedException {
    for (var part : status().path("parts")) {
      if (part.path("name").asText().equals(name)) {
        return part;
      }
    }
    throw new IllegalStateException("the platform has no component " + name);
  }

  Path kubeconfig() {
    return home.resolve("admin.kubeconfig");
  }

  private String call(String command, String... arguments)
      throws IOException, InterruptedException {
    var line = new ArrayList<>(List.of(root.resolve("butler").toString(), command));
    line.addAll(List.of("--home", home.toString()));
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
