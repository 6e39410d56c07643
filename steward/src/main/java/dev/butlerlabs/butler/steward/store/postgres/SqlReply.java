package dev.butlerlabs.butler.steward.store.postgres;

/** What came of asking a PostgreSQL server. */
public sealed interface SqlReply<T> {

  record Answered<T>(T value) implements SqlReply<T> {}

  /** It answered that it will not. */
  record Denied<T>(String detail) implements SqlReply<T> {}

  /** No answer, or none in time: a change may or may not have happened. */
  record Silent<T>(String detail) implements SqlReply<T> {}

  static <T> SqlReply<T> answered(T value) {
    return new Answered<>(value);
  }

  static <T> SqlReply<T> denied(String detail) {
    return new Denied<>(detail);
  }
}
