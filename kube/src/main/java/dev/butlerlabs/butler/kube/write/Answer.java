package dev.butlerlabs.butler.kube.write;

import java.util.function.Function;

/** What came of asking an API server: a value, or trouble that was to be expected. */
public sealed interface Answer<T> {

  record Done<T>(T value) implements Answer<T> {}

  record Failed<T>(Trouble trouble) implements Answer<T> {}

  static <T> Answer<T> done(T value) {
    return new Done<>(value);
  }

  static <T> Answer<T> failed(Trouble trouble) {
    return new Failed<>(trouble);
  }

  /** Goes on with the value; trouble stays as it is. */
  default <R> Answer<R> then(Function<? super T, Answer<R>> next) {
    return switch (this) {
      case Done<T>(var value) -> next.apply(value);
      case Failed<T>(var trouble) -> new Failed<>(trouble);
    };
  }

  default <R> Answer<R> map(Function<? super T, R> change) {
    return then(value -> new Done<>(change.apply(value)));
  }

  /** The value; trouble becomes an exception that carries it. */
  default T orElseThrow() {
    return switch (this) {
      case Done<T>(var value) -> value;
      case Failed<T>(var trouble) -> throw new TroubleException(trouble);
    };
  }
}
