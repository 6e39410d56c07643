package dev.butlerlabs.butler.providers.machines.machine.plan;

import static dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner.DEGRADED;
import static dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner.PROGRESSING;
import static dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner.READY;

import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.machines.order.plan.Rhythm;
import java.util.Objects;
import java.util.Optional;

/** A machine that is to exist, with something in the way. */
final class Hindrance {

  private Hindrance() {}

  static Draft plan(Observation seen, Obstacle obstacle) {
    if (seen.ranOnce()) {
      return blind(seen, obstacle);
    }
    if (!obstacle.healing().byItself()) {
      return failed(seen, obstacle, sentence(seen, obstacle), false);
    }
    var givenUp = failureTold(seen).filter(_ -> !seen.holds(PROGRESSING));
    if (givenUp.isPresent()) {
      return stillFailed(seen, obstacle, givenUp.get());
    }
    return seen.holdsFor(PROGRESSING, Rhythm.CREATION_DEADLINE)
        ? failed(seen, obstacle, Building.overdue(seen, obstacle.sentence()), true)
        : trying(seen, obstacle);
  }

  /** One call that failed is no failure: it is told, and tried again. */
  private static Draft trying(Observation seen, Obstacle obstacle) {
    var facts = Facts.of(seen.told());
    var message = sentence(seen, obstacle);
    var begun = seen.begun() || facts.providerId() != null;
    return Draft.going(
        begun ? Phase.CREATING : Phase.PENDING,
        facts,
        null,
        Verdict.no(READY, obstacle.reason(), message),
        Verdict.yes(PROGRESSING, obstacle.reason(), message),
        Verdict.yes(DEGRADED, obstacle.reason(), message),
        Rhythm.after(obstacle, seen.strikes()));
  }

  private static Draft failed(
      Observation seen, Obstacle obstacle, String message, boolean stillTrying) {
    return Draft.going(
        Phase.FAILED,
        Facts.of(seen.told()),
        new Failure(obstacle.reason(), message),
        Verdict.no(READY, obstacle.reason(), message),
        stillTrying
            ? Verdict.yes(PROGRESSING, obstacle.reason(), message)
            : Verdict.no(PROGRESSING, obstacle.reason(), message),
        Verdict.yes(DEGRADED, obstacle.reason(), message),
        Rhythm.after(obstacle, seen.strikes()));
  }

  /** That we cannot look just now does not mend what kept the machine from being built. */
  private static Draft stillFailed(Observation seen, Obstacle obstacle, Failure failure) {
    return Draft.going(
        Phase.FAILED,
        Facts.of(seen.told()),
        failure,
        Verdict.no(READY, failure.reason(), failure.message()),
        Verdict.no(PROGRESSING, failure.reason(), failure.message()),
        Verdict.yes(DEGRADED, obstacle.reason(), sentence(seen, obstacle)),
        Rhythm.after(obstacle, seen.strikes()));
  }

  /** It ran when it was last seen, and most likely still does. */
  private static Draft blind(Observation seen, Obstacle obstacle) {
    var message = sentence(seen, obstacle);
    var lost = failureTold(seen);
    var unknown = lost.isEmpty() && seen.holdsFor(DEGRADED, Rhythm.BLIND_DEADLINE);
    var before = seen.phaseTold().orElse(Phase.RUNNING);
    return Draft.going(
        unknown ? Phase.UNKNOWN : before,
        Facts.of(seen.told()),
        lost.orElse(null),
        unknown
            ? Verdict.unknown(READY, obstacle.reason(), message)
            : told(seen, READY).orElse(Verdict.unknown(READY, obstacle.reason(), message)),
        told(seen, PROGRESSING).orElse(Verdict.no(PROGRESSING, obstacle.reason(), message)),
        Verdict.yes(DEGRADED, obstacle.reason(), message),
        Rhythm.after(obstacle, seen.strikes()));
  }

  private static Optional<Verdict> told(Observation seen, String type) {
    return seen.condition(type).map(Condition::verdict);
  }

  private static Optional<Failure> failureTold(Observation seen) {
    var told = seen.told();
    return told != null && told.phase() == Phase.FAILED && told.failureReason() != null
        ? Optional.of(
            new Failure(
                told.failureReason(), Objects.requireNonNullElse(told.failureMessage(), "")))
        : Optional.empty();
  }

  private static String sentence(Observation seen, Obstacle obstacle) {
    return "machine " + seen.machine() + ": " + obstacle.sentence();
  }
}
