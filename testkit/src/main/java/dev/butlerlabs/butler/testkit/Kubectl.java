package dev.butlerlabs.butler.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The real {@code kubectl}, run as an administrator of the test's cluster. */
final class Kubectl {

  /** Only one that hangs takes as long. */
  private static final long PATIENCE_SECONDS = 600;

  private final Path binary;
  private final Path kubeconfig;
  private final Path cache;

  Kubectl(Path binary, Path kubeconfig, Path cache) {
    this.binary = binary;
    this.kubeconfig = kubeconfig;
    this.cache = cache;
  }

  KubectlResult run(String input, List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(binary.toString());
    command.add("--kubeconfig=" + kubeconfig);
    command.add("--cache-dir=" + cache);
    command.addAll(arguments);
    try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
      return talk(new ProcessBuilder(command).start(), input, readers, arguments);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "cannot run kubectl %s with %s".formatted(arguments, binary), failed);
    }
  }

  private static KubectlResult talk(
      Process process, String input, ExecutorService readers, List<String> arguments)
      throws IOException {
    var stdout = CompletableFuture.supplyAsync(() -> read(process.getInputStream()), readers);
    var stderr = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()), readers);
    try (var stdin = process.getOutputStream()) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    }
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(
            "kubectl %s did not end within %d s".formatted(arguments, PATIENCE_SECONDS));
      }
      return new KubectlResult(process.exitValue(), stdout.join(), stderr.join());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while kubectl ran", interrupted);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read what kubectl says", failed);
    }
  }
}
