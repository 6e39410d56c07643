package dev.butlerlabs.butler.kube;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Report;
import java.time.Duration;

/** What came of one reconcile, told by when the engine has to come back. */
public sealed interface Outcome {

  /** Nothing to do until something watched changes. */
  record Settled() implements Outcome {}

  /** Waiting for something nobody can watch: look again after this long at the latest. */
  record LookAgain(Duration after) implements Outcome {

    public LookAgain {
      if (after.isNegative()) {
        throw new IllegalArgumentException(
            "a look again cannot lie in the past: " + after + "; use zero for at once");
      }
    }
  }

  /**
   * It did not work; try again with growing pauses.
   *
   * @param reason one CamelCase word out of a fixed few, for metrics
   */
  record Failed(String reason, Problem problem) implements Outcome {}

  static Outcome settled() {
    return new Settled();
  }

  static Outcome lookAgain(Duration after) {
    return new LookAgain(after);
  }

  static Outcome failed(String reason, Problem problem) {
    return new Failed(reason, problem);
  }

  /** As the plan's report wants it. */
  static Outcome of(Report report) {
    return switch (report.lookAgain()) {
      case Report.LookAgain.WhenSomethingChanges() -> settled();
      case Report.LookAgain.After(var delay) -> lookAgain(delay);
    };
  }
}
