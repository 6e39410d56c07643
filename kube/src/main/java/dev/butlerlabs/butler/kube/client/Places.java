package dev.butlerlabs.butler.kube.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * As many places as calls may wait for an answer at once.
 *
 * <p>Who finds none waits without a thread: whoever asks may be one of the few threads that answers
 * are read on, and no place would ever become free.
 */
final class Places {

  private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
  private int free;

  Places(int all) {
    this.free = all;
  }

  /** Done when there is a place; fails when there was none for that long. */
  CompletableFuture<Void> take(Duration patience) {
    synchronized (this) {
      if (free > 0) {
        free--;
        return CompletableFuture.completedFuture(null);
      }
      var place = new CompletableFuture<Void>();
      waiting.add(place);
      return place.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Hands the place on; who gave up meanwhile is passed over. */
  void give() {
    for (var next = next(); next != null; next = next()) {
      if (next.complete(null)) {
        return;
      }
    }
  }

  private synchronized @Nullable CompletableFuture<Void> next() {
    var next = waiting.poll();
    if (next == null) {
      free++;
    }
    return next;
  }
}
