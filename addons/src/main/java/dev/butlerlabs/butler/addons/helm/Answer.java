package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import java.util.function.Function;

/** What came of an operation. */
public sealed interface Answer<T> {

  record Done<T>(T value) implements Answer<T> {}

  record Refused<T>(Refusal refusal) implements Answer<T> {}

  /** The next operation, with what this one gave; or the same refusal. */
  default <R> Answer<R> then(Function<? super T, Answer<R>> next) {
    return switch (this) {
      case Done<T>(var value) -> next.apply(value);
      case Refused<T>(var refusal) -> new Refused<>(refusal);
    };
  }

  /** What was asked for; an exception with the refusal's sentence if there is none. */
  default T require() {
    return switch (this) {
      case Done<T>(var value) -> value;
      case Refused<T>(var refusal) -> throw new IllegalStateException(refusal.sentence());
    };
  }
}
