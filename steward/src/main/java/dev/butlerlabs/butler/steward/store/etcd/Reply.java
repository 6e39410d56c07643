package dev.butlerlabs.butler.steward.store.etcd;

import java.util.function.Function;

/** What came of asking etcd. */
public sealed interface Reply<T> {

  record Answered<T>(T value) implements Reply<T> {}

  /** It answered that it will not. */
  record Denied<T>(Denial why, String detail) implements Reply<T> {}

  /** No answer in time: a write may or may not have happened. */
  record Silent<T>(String detail) implements Reply<T> {}

  static <T> Reply<T> answered(T value) {
    return new Answered<>(value);
  }

  /** Goes on with the value; anything else stays as it is. */
  default <R> Reply<R> then(Function<? super T, Reply<R>> next) {
    return switch (this) {
      case Answered<T>(var value) -> next.apply(value);
      case Denied<T>(var why, var detail) -> new Denied<>(why, detail);
      case Silent<T>(var detail) -> new Silent<>(detail);
    };
  }

  default <R> Reply<R> map(Function<? super T, R> change) {
    return then(value -> new Answered<>(change.apply(value)));
  }

  /** The same, where this denial is as good as the given value. */
  default Reply<T> or(Denial fine, T value) {
    return this instanceof Denied<T>(var why, _) && why == fine ? answered(value) : this;
  }

  default boolean denied(Denial because) {
    return this instanceof Denied<T>(var why, _) && why == because;
  }
}
