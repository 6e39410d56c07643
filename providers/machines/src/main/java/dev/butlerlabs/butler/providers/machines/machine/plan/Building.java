package dev.butlerlabs.butler.providers.machines.machine.plan;

import static dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner.DEGRADED;
import static dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner.PROGRESSING;
import static dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner.READY;

import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import dev.butlerlabs.butler.providers.machines.order.plan.Rhythm;
import dev.butlerlabs.butler.providers.spi.machine.Machine;

/** A machine that is to exist and has, or may yet have, nothing wrong with it. */
final class Building {

  static final String VM_DELETED = "VMDeleted";
  static final String VM_STOPPED = "VMStopped";
  static final String CREATION_TIMEOUT = "CreationTimeout";

  private static final String RUNNING = Reason.VM_RUNNING.wire();
  private static final String CREATING = Reason.CREATING.wire();
  private static final String WAITING_FOR_IP = Reason.WAITING_FOR_IP.wire();

  private Building() {}

  static Draft plan(Observation seen) {
    return switch (seen.look()) {
      case Look.Waiting() ->
          underway(seen, Phase.PENDING, Reason.PENDING.wire(), "it waits for its turn");
      case Look.Absent _ when seen.ranOnce() -> lost(seen);
      case Look.Absent _ ->
          underway(seen, Phase.PENDING, Reason.PENDING.wire(), "the platform does not have it yet");
      case Look.Underway(var doing) when seen.ranOnce() -> busy(seen, doing);
      case Look.Underway(var doing) -> underway(seen, Phase.CREATING, CREATING, doing);
      case Look.Stopped(var why) ->
          underway(
              seen,
              Phase.CREATING,
              seen.ranOnce() ? VM_STOPPED : CREATING,
              "it is switched off (" + why + ") and is being started");
      case Look.Running(var machine, _) when machine.address().isPresent() ->
          running(seen, machine);
      case Look.Running(var machine, _) when seen.ranOnce() -> silent(seen, machine);
      case Look.Running(var machine, _) ->
          underway(
              seen,
              Phase.CREATING,
              WAITING_FOR_IP,
              "it runs and has reported no address yet",
              Facts.of(seen.told()).with(machine));
      case Look.Unclear(var obstacle) -> Hindrance.plan(seen, obstacle);
    };
  }

  private static Draft running(Observation seen, Machine machine) {
    var facts = Facts.of(seen.told()).with(machine);
    var message = "machine " + seen.machine() + " runs at " + facts.address();
    return Draft.going(
        Phase.RUNNING,
        facts,
        null,
        Verdict.yes(READY, RUNNING, message),
        Verdict.no(PROGRESSING, RUNNING, message),
        Verdict.no(DEGRADED, RUNNING, message),
        Rhythm.DRIFT_CHECK);
  }

  /** It runs and says nothing of its addresses: an agent that restarts, mostly. */
  private static Draft silent(Observation seen, Machine machine) {
    var facts = Facts.of(seen.told()).with(machine);
    var message =
        "machine %s runs and reports no address; last known is %s"
            .formatted(seen.machine(), facts.address());
    return still(facts, WAITING_FOR_IP, message);
  }

  /** The platform works on a machine that runs: a backup, a migration. */
  private static Draft busy(Observation seen, String doing) {
    var message = "machine " + seen.machine() + ": " + doing;
    return still(Facts.of(seen.told()), Reason.RECONCILING.wire(), message);
  }

  private static Draft still(Facts facts, String reason, String message) {
    return Draft.going(
        Phase.RUNNING,
        facts,
        null,
        Verdict.yes(READY, RUNNING, message),
        Verdict.no(PROGRESSING, RUNNING, message),
        Verdict.yes(DEGRADED, reason, message),
        Rhythm.POLL);
  }

  /** It was whole and is gone. A new one would be another machine: that is for its user to say. */
  private static Draft lost(Observation seen) {
    var facts = Facts.of(seen.told());
    var message =
        "machine %s (%s) is not on the platform any more. Butler did not remove it and makes no"
                .formatted(seen.machine(), facts.providerId())
            + " other in its place: delete this MachineRequest and create it again for a new one";
    return Draft.going(
        Phase.FAILED,
        facts,
        new Failure(VM_DELETED, message),
        Verdict.no(READY, VM_DELETED, message),
        Verdict.no(PROGRESSING, VM_DELETED, message),
        Verdict.yes(DEGRADED, VM_DELETED, message),
        Rhythm.DRIFT_CHECK);
  }

  private static Draft underway(Observation seen, Phase phase, String reason, String doing) {
    return underway(seen, phase, reason, doing, Facts.of(seen.told()));
  }

  private static Draft underway(
      Observation seen, Phase phase, String reason, String doing, Facts facts) {
    var message = "machine " + seen.machine() + ": " + doing;
    if (seen.holdsFor(PROGRESSING, Rhythm.CREATION_DEADLINE)) {
      return overdue(facts, new Failure(CREATION_TIMEOUT, overdue(seen, doing)));
    }
    return Draft.going(
        phase,
        facts,
        null,
        Verdict.no(READY, reason, message),
        Verdict.yes(PROGRESSING, reason, message),
        Verdict.no(DEGRADED, reason, message),
        Rhythm.POLL);
  }

  static String overdue(Observation seen, String doing) {
    return "machine %s does not run after %d minutes: %s. Butler removed nothing and goes on trying"
        .formatted(seen.machine(), Rhythm.CREATION_DEADLINE.toMinutes(), doing);
  }

  private static Draft overdue(Facts facts, Failure failure) {
    return Draft.going(
        Phase.FAILED,
        facts,
        failure,
        Verdict.no(READY, failure.reason(), failure.message()),
        Verdict.yes(PROGRESSING, failure.reason(), failure.message()),
        Verdict.yes(DEGRADED, failure.reason(), failure.message()),
        Rhythm.POLL);
  }
}
