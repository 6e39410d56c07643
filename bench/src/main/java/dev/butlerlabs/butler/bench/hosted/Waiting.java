package dev.butlerlabs.butler.bench.hosted;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Asking again and again, often enough not to show in what is measured. */
public final class Waiting {

  private static final Duration APART = Duration.ofMillis(20);

  private Waiting() {}

  public static <T> T until(String what, Duration patience, Supplier<Optional<T>> question) {
    return until(what, patience, APART, question);
  }

  /** Less often, where asking costs something. */
  static <T> T until(
      String what, Duration patience, Duration apart, Supplier<Optional<T>> question) {
    var deadline = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() - deadline < 0) {
      var answer = question.get();
      if (answer.isPresent()) {
        return answer.get();
      }
      LockSupport.parkNanos(apart.toNanos());
    }
    throw new IllegalStateException("waited %s in vain for %s".formatted(patience, what));
  }
}
