package dev.butlerlabs.butler.tenants.cause.plan;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/** What an object of a platform's Cluster API provider says, of whichever platform. */
final class Platform {

  /** Conditions that are well when they do not hold, and the one that sums up the others. */
  private static final Set<String> PASSED_OVER = Set.of("Paused", "Deleting", "Ready");

  private static final Words GIVEN_UP =
      new Words("", "it is not tried again", "Correct the order, then delete it to get another");

  private static final Comparator<Said> HEAVIEST = Comparator.comparing(Weight::of);

  private Platform() {}

  static Optional<Suspect> trouble(Layer layer, Part object) {
    return given(layer, object)
        .or(() -> worst(object).map(said -> Suspect.of(layer, object, said)));
  }

  /** By the older contract such an object is never looked at again. */
  private static Optional<Suspect> given(Layer layer, Part object) {
    var reason = object.text("/status/failureReason");
    if (reason.isEmpty()) {
      return Optional.empty();
    }
    var since = worst(object).map(Said::since).orElse(object.born());
    var told = object.words(object.text("/status/failureMessage"));
    var words = told.youCan().isEmpty() ? GIVEN_UP.about(told.what()) : told;
    return Optional.of(Suspect.of(layer, Weight.FINAL, object, reason, words, since));
  }

  /** The first of the heaviest; the sum only when nothing else is said. */
  static Optional<Said> worst(Part object) {
    var all = object.conditions().stream().filter(Said::complains).toList();
    return all.stream()
        .filter(said -> !PASSED_OVER.contains(said.type()))
        .reduce((one, other) -> HEAVIEST.compare(other, one) > 0 ? other : one)
        .or(() -> all.stream().filter(said -> said.type().equals("Ready")).findFirst());
  }
}
