package dev.butlerlabs.butler.providers.machines.order.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides what one look at a thing that is to exist means. No I/O, no clock, no state. */
public final class Planner {

  static final String READY = ConditionType.READY.wire();
  static final String PROGRESSING = ConditionType.PROGRESSING.wire();
  static final String DEGRADED = ConditionType.DEGRADED.wire();

  /** The conditions every plan speaks of. */
  public static final Set<String> CONDITIONS = Set.of(READY, PROGRESSING, DEGRADED);

  static final String OVERDUE = "CreationTimeout";
  private static final String PENDING = Reason.PENDING.wire();

  private Planner() {}

  public static <F> Plan<F> plan(Observation<F> seen) {
    var plan = seen.wish() == Wish.EXIST ? building(seen) : Leaving.plan(seen);
    return plan.with(Notes.of(seen, plan));
  }

  private static <F> Plan<F> building(Observation<F> seen) {
    return switch (seen.look()) {
      case Look.Waiting<F>() -> underway(seen, Stage.PENDING, PENDING, "it waits for its turn");
      case Look.Absent<F>() when seen.wasThere() && !seen.manners().replaced() -> lost(seen);
      case Look.Absent<F>() ->
          underway(seen, Stage.PENDING, PENDING, "the platform does not have it yet");
      case Look.Underway<F>(_, var doing, _) when seen.wasThere() && !seen.manners().replaced() ->
          busy(seen, doing);
      case Look.Underway<F>(var reason, var doing, _) ->
          underway(seen, Stage.UNDERWAY, reason, doing);
      case Look.There<F>(var facts) -> there(seen, facts);
      case Look.Unclear<F>(var obstacle) -> Hindrance.plan(seen, obstacle);
    };
  }

  private static <F> Plan<F> there(Observation<F> seen, F facts) {
    var message = seen.thing() + " is there and can be used";
    var reason = seen.manners().ready();
    return of(
        Stage.READY,
        facts,
        null,
        Verdict.yes(READY, reason, message),
        Verdict.no(PROGRESSING, reason, message),
        Verdict.no(DEGRADED, reason, message),
        seen.manners().check());
  }

  /** It serves, and the platform works on it. */
  private static <F> Plan<F> busy(Observation<F> seen, String doing) {
    var message = seen.thing() + ": " + doing;
    var reason = seen.manners().ready();
    return of(
        Stage.READY,
        seen.told().facts(),
        null,
        Verdict.yes(READY, reason, message),
        Verdict.yes(PROGRESSING, Reason.RECONCILING.wire(), message),
        Verdict.no(DEGRADED, reason, message),
        Rhythm.POLL);
  }

  /** A new one would be another thing, at another address: that is for its user to say. */
  private static <F> Plan<F> lost(Observation<F> seen) {
    var message =
        "%s is not on the platform any more. Butler did not remove it and makes no other in its place: delete this %s and create it again for a new one"
            .formatted(seen.thing(), seen.manners().kind());
    return failed(seen, new Failure(seen.manners().lost(), message), false, seen.manners().check());
  }

  private static <F> Plan<F> underway(
      Observation<F> seen, Stage stage, String reason, String doing) {
    if (seen.holdsFor(PROGRESSING, seen.manners().deadline())) {
      return failed(seen, new Failure(OVERDUE, overdue(seen, doing)), true, Rhythm.POLL);
    }
    var message = seen.thing() + ": " + doing;
    return of(
        stage,
        seen.told().facts(),
        null,
        Verdict.no(READY, reason, message),
        Verdict.yes(PROGRESSING, reason, message),
        Verdict.no(DEGRADED, reason, message),
        Rhythm.POLL);
  }

  static <F> String overdue(Observation<F> seen, String doing) {
    return "%s is not there after %d minutes: %s. Butler removed nothing and goes on trying"
        .formatted(seen.thing(), seen.manners().deadline().toMinutes(), doing);
  }

  static <F> Plan<F> failed(
      Observation<F> seen, Failure failure, boolean stillTrying, Duration next) {
    return of(
        Stage.FAILED,
        seen.told().facts(),
        failure,
        Verdict.no(READY, failure.reason(), failure.message()),
        new Verdict(
            PROGRESSING,
            stillTrying ? Truth.TRUE : Truth.FALSE,
            failure.reason(),
            failure.message()),
        Verdict.yes(DEGRADED, failure.reason(), failure.message()),
        next);
  }

  static <F> Plan<F> of(
      Stage stage,
      @Nullable F facts,
      @Nullable Failure failure,
      Verdict ready,
      Verdict progressing,
      Verdict degraded,
      Duration next) {
    return new Plan<>(stage, facts, failure, ready, progressing, degraded, List.of(), next, false);
  }
}
