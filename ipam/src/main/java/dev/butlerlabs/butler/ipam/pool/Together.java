package dev.butlerlabs.butler.ipam.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Does the same for many, several at a time, each on a virtual thread. */
final class Together {

  private final int atOnce;

  Together(int atOnce) {
    this.atOnce = atOnce;
  }

  /** What came of each, in order. What one throws is thrown when all have ended. */
  <T, R> List<R> each(List<T> all, Function<T, R> work) throws InterruptedException {
    if (atOnce == 1 || all.size() < 2) {
      return all.stream().map(work).toList();
    }
    var results = new ArrayList<R>(all.size());
    try (var threads = Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory())) {
      var tasks = all.stream().<java.util.concurrent.Callable<R>>map(one -> () -> work.apply(one));
      for (var future : threads.invokeAll(tasks.toList())) {
        results.add(future.get());
      }
    } catch (ExecutionException failed) {
      throw thrown(failed.getCause());
    }
    return results;
  }

  private static RuntimeException thrown(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException("a task threw a checked exception", cause);
  }
}
