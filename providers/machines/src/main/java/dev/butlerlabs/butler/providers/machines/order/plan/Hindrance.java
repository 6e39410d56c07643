package dev.butlerlabs.butler.providers.machines.order.plan;

import static dev.butlerlabs.butler.providers.machines.order.plan.Planner.DEGRADED;
import static dev.butlerlabs.butler.providers.machines.order.plan.Planner.PROGRESSING;
import static dev.butlerlabs.butler.providers.machines.order.plan.Planner.READY;

import dev.butlerlabs.butler.kernel.Verdict;

/** A thing that is to exist, with something in the way. */
final class Hindrance {

  private Hindrance() {}

  static <F> Plan<F> plan(Observation<F> seen, Obstacle obstacle) {
    if (seen.wasThere()) {
      return blind(seen, obstacle);
    }
    var next = Rhythm.after(obstacle, seen.strikes());
    if (!obstacle.healing().byItself()) {
      var failure = new Failure(obstacle.reason(), sentence(seen, obstacle));
      return Planner.failed(seen, failure, false, next);
    }
    var givenUp = seen.told().failure();
    if (givenUp != null && !seen.holds(PROGRESSING)) {
      return stillFailed(seen, obstacle, givenUp);
    }
    if (seen.holdsFor(PROGRESSING, seen.manners().deadline())) {
      var failure = new Failure(obstacle.reason(), Planner.overdue(seen, obstacle.sentence()));
      return Planner.failed(seen, failure, true, next);
    }
    return trying(seen, obstacle);
  }

  /** One call that failed is no failure: it is told, and tried again. */
  private static <F> Plan<F> trying(Observation<F> seen, Obstacle obstacle) {
    var message = sentence(seen, obstacle);
    return Planner.of(
        seen.begun() ? Stage.UNDERWAY : Stage.PENDING,
        null,
        null,
        Verdict.no(READY, obstacle.reason(), message),
        Verdict.yes(PROGRESSING, obstacle.reason(), message),
        Verdict.yes(DEGRADED, obstacle.reason(), message),
        Rhythm.after(obstacle, seen.strikes()));
  }

  /** That we cannot look just now does not mend what kept the thing from being made. */
  private static <F> Plan<F> stillFailed(Observation<F> seen, Obstacle obstacle, Failure failure) {
    return Planner.of(
        Stage.FAILED,
        null,
        failure,
        Verdict.no(READY, failure.reason(), failure.message()),
        Verdict.no(PROGRESSING, failure.reason(), failure.message()),
        Verdict.yes(DEGRADED, obstacle.reason(), sentence(seen, obstacle)),
        Rhythm.after(obstacle, seen.strikes()));
  }

  /** It was there when it was last seen, and most likely still is. */
  private static <F> Plan<F> blind(Observation<F> seen, Obstacle obstacle) {
    var message = sentence(seen, obstacle);
    var unknown = Verdict.unknown(READY, obstacle.reason(), message);
    var failure = seen.told().failure();
    var tooLong = failure == null && seen.holdsFor(DEGRADED, Rhythm.BLIND_DEADLINE);
    return Planner.of(
        seen.told().stage().orElse(Stage.READY),
        seen.told().facts(),
        failure,
        tooLong ? unknown : seen.verdict(READY).orElse(unknown),
        seen.verdict(PROGRESSING).orElse(Verdict.no(PROGRESSING, obstacle.reason(), message)),
        Verdict.yes(DEGRADED, obstacle.reason(), message),
        Rhythm.after(obstacle, seen.strikes()));
  }

  private static <F> String sentence(Observation<F> seen, Obstacle obstacle) {
    return seen.thing() + ": " + obstacle.sentence();
  }
}
