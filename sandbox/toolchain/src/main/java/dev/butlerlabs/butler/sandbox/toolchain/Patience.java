package dev.butlerlabs.butler.sandbox.toolchain;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for long work and says now and then that it still goes on. */
final class Patience {

  private final Progress progress;
  private final Duration interval;

  Patience(Progress progress, Duration interval) {
    this.progress = progress;
    this.interval = interval;
  }

  <T> T during(Tool tool, String doing, Callable<T> work) throws IOException {
    progress.started(tool, doing);
    var start = System.nanoTime();
    try (var thread = Executors.newVirtualThreadPerTaskExecutor()) {
      var result = thread.submit(work);
      while (true) {
        try {
          return result.get(interval.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          progress.stillWorking(tool, doing, Duration.ofNanos(System.nanoTime() - start));
        } catch (InterruptedException e) {
          result.cancel(true);
          Thread.currentThread().interrupt();
          throw new ToolchainProblem(
              "interrupted while " + doing + "; what was finished before it is kept", e);
        } catch (ExecutionException e) {
          throw unwrapped(e);
        }
      }
    }
  }

  private static IOException unwrapped(ExecutionException e) {
    return switch (e.getCause()) {
      case RuntimeException bug -> throw bug;
      case Error error -> throw error;
      case IOException trouble -> trouble;
      case null, default -> new IOException(e.getCause());
    };
  }
}
