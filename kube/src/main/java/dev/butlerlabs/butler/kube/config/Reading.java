package dev.butlerlabs.butler.kube.config;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;

/** What came of reading a configuration. */
public sealed interface Reading<C> {

  /**
   * All in order.
   *
   * @param effective each setting with its value and where it came from, secrets left out; for the
   *     log at start
   */
  record Complete<C>(C config, List<String> effective) implements Reading<C> {}

  /** Everything that has to be put right, at once. */
  record Faulty<C>(List<Problem> problems) implements Reading<C> {

    @Override
    public String toString() {
      return "the configuration has %d problem(s):\n%s"
          .formatted(problems.size(), Problem.list(problems));
    }
  }

  /** The configuration, or an exception that lists all problems. */
  default C orElseThrow() {
    return switch (this) {
      case Complete<C>(var config, _) -> config;
      case Faulty<C> faulty -> throw new IllegalArgumentException(faulty.toString());
    };
  }
}
