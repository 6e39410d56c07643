package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.apps.workbench.trial.Pace;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;

/** Ctrl-C and SIGTERM: the trial is told to stop, and the process waits until it has cleaned up. */
final class StopSignal implements AutoCloseable {

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;

  private StopSignal(Pace pace, PrintWriter err) {
    hook =
        Thread.ofPlatform()
            .name("stop")
            .unstarted(
                () -> {
                  pace.stop();
                  err.println(
                      "butler: stopping; what was made is removed first, which may take minutes");
                  err.flush();
                  awaitDone();
                });
  }

  static StopSignal heard(Pace pace, PrintWriter err) {
    var signal = new StopSignal(pace, err);
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  private void awaitDone() {
    try {
      done.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The hook runs just now, and ends by what was counted down above.
    }
  }
}
