package dev.butlerlabs.butler.providers.machines.order.plan;

import static dev.butlerlabs.butler.providers.machines.order.plan.Planner.DEGRADED;

import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.machines.order.plan.Plan.Note;
import dev.butlerlabs.butler.providers.machines.order.plan.Plan.Occasion;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is new between what was told and what will be. */
final class Notes {

  private Notes() {}

  static <F> List<Note> of(Observation<F> seen, Plan<F> plan) {
    return Stream.of(drift(seen, plan), step(seen, plan), trouble(seen, plan))
        .flatMap(Optional::stream)
        .toList();
  }

  private static <F> Optional<Note> step(Observation<F> seen, Plan<F> plan) {
    var failure = plan.failure();
    if (failure != null) {
      return failure(seen, failure);
    }
    if (seen.told().stage().equals(Optional.of(plan.stage()))) {
      return Optional.empty();
    }
    var message = plan.ready().message();
    return switch (plan.stage()) {
      case UNDERWAY -> note(Occasion.CREATING, message);
      case READY -> note(Occasion.READY, message);
      case LEAVING -> note(Occasion.DELETING, message);
      case LEFT -> note(plan.abandoned() ? Occasion.ABANDONED : Occasion.DELETED, message);
      case PENDING, FAILED -> Optional.empty();
    };
  }

  private static <F> Optional<Note> failure(Observation<F> seen, Failure failure) {
    var before = seen.told().failure();
    if (before != null && before.reason().equals(failure.reason())) {
      return Optional.empty();
    }
    if (failure.reason().equals(seen.manners().lost())) {
      return note(Occasion.LOST, failure.message());
    }
    var overdue = failure.reason().equals(Planner.OVERDUE);
    return note(overdue ? Occasion.CREATION_OVERDUE : Occasion.CREATE_FAILED, failure.message());
  }

  /** What happened behind our back. */
  private static <F> Optional<Note> drift(Observation<F> seen, Plan<F> plan) {
    var before = seen.told().facts();
    if (before == null || seen.wish() != Wish.EXIST) {
      return Optional.empty();
    }
    var missing = seen.look() instanceof Look.Absent || seen.look() instanceof Look.Underway;
    if (missing && seen.manners().replaced()) {
      return seen.told().stage().equals(Optional.of(Stage.READY))
          ? note(Occasion.LOST, seen.thing() + " is not there any more and is made again")
          : Optional.empty();
    }
    return seen.look() instanceof Look.There && !before.equals(plan.facts())
        ? note(
            Occasion.CHANGED,
            "%s was %s and is now %s".formatted(seen.thing(), before, plan.facts()))
        : Optional.empty();
  }

  private static <F> Optional<Note> trouble(Observation<F> seen, Plan<F> plan) {
    var before = seen.verdict(DEGRADED).filter(_ -> seen.holds(DEGRADED)).map(Verdict::reason);
    if (!plan.isDegraded()) {
      return before.isPresent() && plan.stage() == Stage.READY
          ? note(Occasion.RECOVERED, plan.ready().message())
          : Optional.empty();
    }
    if (plan.failure() != null || before.equals(Optional.of(plan.degraded().reason()))) {
      return Optional.empty();
    }
    var occasion =
        plan.stage() == Stage.LEAVING ? Occasion.DELETE_BLOCKED : Occasion.PROVIDER_ERROR;
    return note(occasion, plan.degraded().message());
  }

  private static Optional<Note> note(Occasion occasion, String text) {
    return Optional.of(new Note(occasion, text));
  }
}
