package dev.butlerlabs.butler.providers.machines.machine.plan;

import static dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner.DEGRADED;
import static dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner.PROGRESSING;
import static dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner.READY;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.machines.machine.plan.Draft.End;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.machines.order.plan.Rhythm;
import dev.butlerlabs.butler.providers.machines.order.plan.Wish;
import dev.butlerlabs.butler.providers.spi.fault.Healing;

/**
 * A machine that is to go. What is told first says that nothing is in progress, so that Progressing
 * is as old as the removal, and not as the building that may have come before.
 */
final class Removal {

  static final String DELETION_TIMEOUT = "DeletionTimeout";

  private static final String DELETING = Reason.DELETING.wire();
  private static final String DELETED = Reason.DELETED.wire();

  private Removal() {}

  static Draft plan(Observation seen) {
    return switch (seen.look()) {
      case Look.Waiting() -> underway(seen, "it waits for its turn");
      case Look.Absent(var left) -> gone(seen, gone(seen, left), End.GONE);
      case Look.Underway(var doing) -> going(seen, doing);
      case Look.Stopped(var why) -> going(seen, "it is switched off (" + why + ")");
      case Look.Running _ -> going(seen, "it still runs");
      case Look.Unclear(var obstacle)
          when seen.wish() == Wish.GO_OR_BE_ABANDONED && obstacle.lasts(seen.strikes()) ->
          gone(seen, abandoned(seen, obstacle.sentence()), End.ABANDONED);
      case Look.Unclear(var obstacle) -> blocked(seen, obstacle);
    };
  }

  private static String gone(Observation seen, String left) {
    var message = "machine " + seen.machine() + " and all of it is gone";
    return left.isEmpty() ? message : message + "; " + left;
  }

  /** Work that is begun again and again, and ends nothing, is trouble too. */
  private static Draft going(Observation seen, String doing) {
    if (!told(seen) || !seen.holdsFor(PROGRESSING, Rhythm.REMOVAL_DEADLINE)) {
      return underway(seen, doing);
    }
    return seen.wish() == Wish.GO_OR_BE_ABANDONED
        ? gone(seen, abandoned(seen, doing), End.ABANDONED)
        : overdue(seen, doing);
  }

  private static Draft underway(Observation seen, String doing) {
    var message = "machine " + seen.machine() + " is being removed: " + doing;
    return Draft.going(
        Phase.DELETING,
        Facts.of(seen.told()),
        null,
        Verdict.no(READY, DELETING, message),
        progressing(seen, message),
        Verdict.no(DEGRADED, DELETING, message),
        Rhythm.POLL);
  }

  private static Draft overdue(Observation seen, String doing) {
    var message =
        "machine %s is not gone after %d minutes: %s. Butler goes on trying%s"
            .formatted(seen.machine(), Rhythm.REMOVAL_DEADLINE.toMinutes(), doing, offer());
    var reason =
        seen.condition(DEGRADED)
            .filter(_ -> seen.holds(DEGRADED))
            .map(Condition::reason)
            .orElse(DELETION_TIMEOUT);
    return Draft.going(
        Phase.DELETING,
        Facts.of(seen.told()),
        null,
        Verdict.no(READY, DELETING, message),
        progressing(seen, message),
        Verdict.yes(DEGRADED, reason, message),
        Rhythm.POLL);
  }

  private static boolean told(Observation seen) {
    return seen.phaseTold().filter(phase -> phase == Phase.DELETING).isPresent();
  }

  private static Verdict progressing(Observation seen, String message) {
    return told(seen)
        ? Verdict.yes(PROGRESSING, DELETING, message)
        : Verdict.no(PROGRESSING, DELETING, message);
  }

  private static Draft blocked(Observation seen, Obstacle obstacle) {
    var tired =
        obstacle.healing() != Healing.SOON || seen.holdsFor(DEGRADED, Rhythm.BLIND_DEADLINE);
    var message =
        "machine %s cannot be removed: %s%s"
            .formatted(seen.machine(), obstacle.sentence(), tired ? offer() : "");
    return Draft.going(
        Phase.DELETING,
        Facts.of(seen.told()),
        null,
        Verdict.no(READY, DELETING, message),
        progressing(seen, message),
        Verdict.yes(DEGRADED, obstacle.reason(), message),
        Rhythm.after(obstacle, seen.strikes()));
  }

  private static String offer() {
    return ". If it may stay behind on the platform, annotate this MachineRequest with "
        + Annotations.ABANDON_MACHINE
        + "=true";
  }

  private static String abandoned(Observation seen, String trouble) {
    var id = Facts.of(seen.told()).providerId();
    return "machine %s (%s) was left behind, as %s asks; whatever is there of it must be removed by hand: %s"
        .formatted(
            seen.machine(), id == null ? "no id known" : id, Annotations.ABANDON_MACHINE, trouble);
  }

  private static Draft gone(Observation seen, String message, End end) {
    return new Draft(
        Phase.DELETED,
        Facts.of(seen.told()),
        null,
        Verdict.no(READY, DELETED, message),
        Verdict.no(PROGRESSING, DELETED, message),
        Verdict.no(DEGRADED, DELETED, message),
        Rhythm.POLL,
        end);
  }
}
