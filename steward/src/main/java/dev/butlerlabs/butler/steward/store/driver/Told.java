package dev.butlerlabs.butler.steward.store.driver;

import dev.butlerlabs.butler.kernel.Problem;
import java.time.Duration;
import java.util.function.Function;

/** What came of asking a store. */
public sealed interface Told<T> {

  record Done<T>(T value) implements Told<T> {}

  /** The store, or the rules here, will not; it stays so until somebody changes something. */
  record Refused<T>(Problem problem) implements Told<T> {}

  /**
   * Nobody knows: no answer in time. All calls can be repeated.
   *
   * @param retryAfter how long the store is left alone, zero when nobody says
   */
  record Unreachable<T>(Problem problem, Duration retryAfter) implements Told<T> {}

  static <T> Told<T> done(T value) {
    return new Done<>(value);
  }

  static <T> Told<T> refused(String subject, String trouble, String remedy) {
    return new Refused<>(new Problem(subject, trouble, remedy));
  }

  default <R> Told<R> then(Function<? super T, Told<R>> next) {
    return switch (this) {
      case Done<T>(var value) -> next.apply(value);
      case Refused<T>(var problem) -> new Refused<>(problem);
      case Unreachable<T>(var problem, var after) -> new Unreachable<>(problem, after);
    };
  }

  default <R> Told<R> map(Function<? super T, R> change) {
    return then(value -> new Done<>(change.apply(value)));
  }
}
