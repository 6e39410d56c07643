package dev.butlerlabs.butler.kube.sample;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.Optional;

/** Decides what to do about one order for a greeting. No I/O, no clock, no state. */
final class GreetingPlanner {

  private GreetingPlanner() {}

  /** Everything the plan may know. */
  record Observation(String wantedName, Optional<String> greetingSeen) {}

  /** What is to be done. */
  sealed interface Plan {

    record Leave() implements Plan {}

    record Write(String text) implements Plan {}

    record Refuse(Problem problem) implements Plan {}
  }

  static Plan plan(Observation seen) {
    if (seen.wantedName().isBlank()) {
      return new Plan.Refuse(
          new Problem("data.name", "nobody to greet", "name somebody in data.name"));
    }
    var text = "Hello, " + seen.wantedName();
    return seen.greetingSeen().filter(text::equals).isPresent()
        ? new Plan.Leave()
        : new Plan.Write(text);
  }
}
