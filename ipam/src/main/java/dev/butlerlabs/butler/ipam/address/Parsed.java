package dev.butlerlabs.butler.ipam.address;

import java.util.function.Function;

/** What became of a text that should be an address, a range or a block. */
public sealed interface Parsed<T> {

  /** The text was well formed. */
  record Good<T>(T value) implements Parsed<T> {}

  /** It was not; the sentence quotes it, says what is wrong and what to write instead. */
  record Bad<T>(String sentence) implements Parsed<T> {}

  static <T> Parsed<T> good(T value) {
    return new Good<>(value);
  }

  static <T> Parsed<T> bad(String sentence) {
    return new Bad<>(sentence);
  }

  /** The next reading, if this one went well. */
  default <R> Parsed<R> then(Function<? super T, Parsed<R>> next) {
    return switch (this) {
      case Good<T>(var value) -> next.apply(value);
      case Bad<T>(var sentence) -> new Bad<>(sentence);
    };
  }

  /** For texts that our own code wrote: a bad one is a bug. */
  default T require() {
    return switch (this) {
      case Good<T>(var value) -> value;
      case Bad<T>(var sentence) -> throw new IllegalArgumentException(sentence);
    };
  }
}
