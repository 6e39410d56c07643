package dev.butlerlabs.butler.apps.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The tool chain's kubectl, with one kubeconfig. */
record Kubectl(Path program, Path kubeconfig) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** With the rights of the platform's admin. */
  static Kubectl of(Surroundings surroundings, Path home) {
    var kubeconfig = home.resolve("admin.kubeconfig");
    if (!Files.exists(kubeconfig)) {
      throw new Refusal(home.toString(), "holds no platform yet", "start one with ./butler up");
    }
    var toolchain =
        new Toolchain(surroundings.toolchain(null), Progress.silent(), surroundings.clock());
    var located = toolchain.ensure(List.of(Tool.KUBECTL)).get(Tool.KUBECTL);
    if (located == null) {
      throw new IllegalStateException("the tool chain gave no kubectl");
    }
    return new Kubectl(located.path(), kubeconfig);
  }

  Kubectl with(Path other) {
    return new Kubectl(program, other);
  }

  List<String> command(List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(program.toString());
    command.add("--kubeconfig=" + kubeconfig);
    command.addAll(arguments);
    return command;
  }

  /** What it prints; what it complains of is thrown. */
  String run(String input, String... arguments) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command(List.of(arguments))).start();
    var complaint = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
    try (var stdin = process.outputWriter()) {
      stdin.write(input);
    }
    var printed = text(process.getInputStream());
    if (process.waitFor() != 0) {
      throw new Refusal(
          "kubectl " + String.join(" ", arguments),
          "failed: " + complaint.join().strip(),
          "look at ./butler status and try again");
    }
    return printed;
  }

  JsonNode read(String... arguments) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(arguments));
    all.add("--output=json");
    return JSON.readTree(run("", all.toArray(String[]::new)));
  }

  /** Watches one object until it is as wanted; false when time runs out before. */
  boolean follow(Predicate<JsonNode> wanted, Duration patience, String... arguments)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--watch", "--output=json"));
    var process =
        new ProcessBuilder(command(all)).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    var end = CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS);
    end.execute(process::destroy);
    try (var objects = JSON.readerFor(JsonNode.class).<JsonNode>readValues(process.inputReader())) {
      while (objects.hasNextValue()) {
        if (wanted.test(objects.nextValue())) {
          return true;
        }
      }
      return false;
    } catch (IOException ended) {
      if (process.isAlive()) {
        throw ended;
      }
      return false;
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  private static String text(InputStream stream) {
    try {
      return new String(stream.readAllBytes(), UTF_8);
    } catch (IOException ended) {
      throw new UncheckedIOException("kubectl's words were cut off", ended);
    }
  }
}
