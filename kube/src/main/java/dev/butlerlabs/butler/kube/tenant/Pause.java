package dev.butlerlabs.butler.kube.tenant;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Something that is done after a while, on a thread of its own. By the machine's clock: it is about
 * a connection of this process, not about objects.
 */
final class Pause {

  private final CompletableFuture<Void> over = new CompletableFuture<>();

  private Pause() {}

  static Pause before(Duration length, Runnable task) {
    var pause = new Pause();
    var _ = pause.over.thenRunAsync(task, Thread::startVirtualThread);
    pause.over.completeOnTimeout(null, length.toMillis(), TimeUnit.MILLISECONDS);
    return pause;
  }

  /** The task is not begun any more. */
  void cancel() {
    over.cancel(false);
  }
}
