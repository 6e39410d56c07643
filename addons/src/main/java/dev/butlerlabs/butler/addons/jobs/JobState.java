package dev.butlerlabs.butler.addons.jobs;

import java.time.Instant;

/** How far a job is. */
public sealed interface JobState<T> {

  record Waiting<T>(Instant since) implements JobState<T> {}

  /**
   * It is being done.
   *
   * @param step what it is at; empty until it says so
   */
  record Running<T>(Instant since, String step) implements JobState<T> {}

  record Finished<T>(T result) implements JobState<T> {}

  /** A bug in the work: it threw. */
  record Broken<T>(Throwable failure) implements JobState<T> {}

  /** Its time was over. */
  record TimedOut<T>() implements JobState<T> {}

  record Cancelled<T>() implements JobState<T> {}

  default boolean ended() {
    return switch (this) {
      case Waiting<T> _, Running<T> _ -> false;
      case Finished<T> _, Broken<T> _, TimedOut<T> _, Cancelled<T> _ -> true;
    };
  }
}
