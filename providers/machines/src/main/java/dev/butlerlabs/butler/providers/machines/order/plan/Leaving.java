package dev.butlerlabs.butler.providers.machines.order.plan;

import static dev.butlerlabs.butler.providers.machines.order.plan.Planner.DEGRADED;
import static dev.butlerlabs.butler.providers.machines.order.plan.Planner.PROGRESSING;
import static dev.butlerlabs.butler.providers.machines.order.plan.Planner.READY;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import java.util.List;

/**
 * A thing that is to go. What is told first says that nothing is in progress, so that Progressing
 * is as old as the removal, and not as the making that may have come before.
 */
final class Leaving {

  static final String DELETION_TIMEOUT = "DeletionTimeout";

  private static final String DELETING = Reason.DELETING.wire();
  private static final String DELETED = Reason.DELETED.wire();

  private Leaving() {}

  static <F> Plan<F> plan(Observation<F> seen) {
    return switch (seen.look()) {
      case Look.Waiting<F>() -> underway(seen, "it waits for its turn");
      case Look.Absent<F>() -> gone(seen, seen.thing() + " and all of it is gone", false);
      case Look.Underway<F>(_, var doing, _) -> going(seen, doing);
      case Look.There<F> _ -> going(seen, "it is still there");
      case Look.Unclear<F>(var obstacle)
          when seen.wish() == Wish.GO_OR_BE_ABANDONED && obstacle.lasts(seen.strikes()) ->
          gone(seen, abandoned(seen, obstacle.sentence()), true);
      case Look.Unclear<F>(var obstacle) -> blocked(seen, obstacle);
    };
  }

  /** Work that is begun again and again, and ends nothing, is trouble too. */
  private static <F> Plan<F> going(Observation<F> seen, String doing) {
    if (!told(seen) || !seen.holdsFor(PROGRESSING, Rhythm.REMOVAL_DEADLINE)) {
      return underway(seen, doing);
    }
    return seen.wish() == Wish.GO_OR_BE_ABANDONED
        ? gone(seen, abandoned(seen, doing), true)
        : overdue(seen, doing);
  }

  private static <F> Plan<F> underway(Observation<F> seen, String doing) {
    var message = seen.thing() + " is being removed: " + doing;
    return Planner.of(
        Stage.LEAVING,
        seen.told().facts(),
        null,
        Verdict.no(READY, DELETING, message),
        progressing(seen, message),
        Verdict.no(DEGRADED, DELETING, message),
        Rhythm.POLL);
  }

  private static <F> Plan<F> overdue(Observation<F> seen, String doing) {
    var message =
        "%s is not gone after %d minutes: %s. Butler goes on trying%s"
            .formatted(seen.thing(), Rhythm.REMOVAL_DEADLINE.toMinutes(), doing, offer(seen));
    var reason =
        seen.verdict(DEGRADED)
            .filter(_ -> seen.holds(DEGRADED))
            .map(Verdict::reason)
            .orElse(DELETION_TIMEOUT);
    return Planner.of(
        Stage.LEAVING,
        seen.told().facts(),
        null,
        Verdict.no(READY, DELETING, message),
        progressing(seen, message),
        Verdict.yes(DEGRADED, reason, message),
        Rhythm.POLL);
  }

  private static <F> boolean told(Observation<F> seen) {
    return seen.told().stage().filter(stage -> stage == Stage.LEAVING).isPresent();
  }

  private static <F> Verdict progressing(Observation<F> seen, String message) {
    return told(seen)
        ? Verdict.yes(PROGRESSING, DELETING, message)
        : Verdict.no(PROGRESSING, DELETING, message);
  }

  private static <F> Plan<F> blocked(Observation<F> seen, Obstacle obstacle) {
    var tired =
        obstacle.healing() != Healing.SOON || seen.holdsFor(DEGRADED, Rhythm.BLIND_DEADLINE);
    var message =
        "%s cannot be removed: %s%s"
            .formatted(seen.thing(), obstacle.sentence(), tired ? offer(seen) : "");
    return Planner.of(
        Stage.LEAVING,
        seen.told().facts(),
        null,
        Verdict.no(READY, DELETING, message),
        progressing(seen, message),
        Verdict.yes(DEGRADED, obstacle.reason(), message),
        Rhythm.after(obstacle, seen.strikes()));
  }

  private static <F> String offer(Observation<F> seen) {
    return ". If it may stay behind on the platform, annotate this %s with %s=true"
        .formatted(seen.manners().kind(), Annotations.ABANDON_MACHINE);
  }

  private static <F> String abandoned(Observation<F> seen, String trouble) {
    return "%s (%s) was left behind, as %s asks; whatever is there of it must be removed by hand: %s"
        .formatted(
            seen.thing(),
            seen.told().facts() == null ? "never seen" : seen.told().facts(),
            Annotations.ABANDON_MACHINE,
            trouble);
  }

  private static <F> Plan<F> gone(Observation<F> seen, String message, boolean abandoned) {
    return new Plan<>(
        Stage.LEFT,
        seen.told().facts(),
        null,
        Verdict.no(READY, DELETED, message),
        Verdict.no(PROGRESSING, DELETED, message),
        Verdict.no(DEGRADED, DELETED, message),
        List.of(),
        Rhythm.POLL,
        abandoned);
  }
}
