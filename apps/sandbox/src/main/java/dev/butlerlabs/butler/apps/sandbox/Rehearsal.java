package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * A start of the manager in the background that leaves a class cache for the next real one. When it
 * fails, the next start is slower and nothing else.
 */
final class Rehearsal implements AutoCloseable {

  private final @Nullable Process process;
  private final Path output;

  private Rehearsal(@Nullable Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts one when the cache is missing or older than the build. */
  static Rehearsal whenNeeded(ManagerProgram manager, Path home) {
    var output = manager.cache().resolveSibling("manager.aot.new");
    if (manager.cacheFits()) {
      return new Rehearsal(null, output);
    }
    try {
      var words = home.resolve("logs/rehearsal.log");
      PrivateFiles.write(words, "");
      var builder =
          new ProcessBuilder(manager.rehearsal(output))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(words.toFile()));
      var environment = builder.environment();
      environment.put(
          "BUTLER_KUBECONFIG", home.resolve("kubeconfigs/manager.kubeconfig").toString());
      environment.put("BUTLER_ADMIN_ADDRESS", "127.0.0.1:0");
      environment.put("BUTLER_WEBHOOK_ADDRESS", "127.0.0.1:0");
      environment.put("BUTLER_WEBHOOK_URL", "https://127.0.0.1:0");
      var process = builder.start();
      Thread.startVirtualThread(() -> keep(process, output, manager.cache()));
      return new Rehearsal(process, output);
    } catch (IOException slowerNextTime) {
      return new Rehearsal(null, output);
    }
  }

  private static void keep(Process process, Path output, Path cache) {
    try {
      if (process.waitFor() == 0) {
        Files.move(output, cache, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException slowerNextTime) {
      discard(output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void discard(Path output) {
    try {
      Files.deleteIfExists(output);
    } catch (IOException overwrittenNextTime) {
      output.toFile().deleteOnExit();
    }
  }

  @Override
  public void close() {
    if (process != null && process.isAlive()) {
      process.destroyForcibly();
      discard(output);
    }
  }
}
