package dev.butlerlabs.butler.providers.machines.machine.plan;

import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.machines.machine.plan.Plan.Note;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plan before anybody thought about what is new in it. */
record Draft(
    Phase phase,
    Facts facts,
    @Nullable Failure failure,
    Verdict ready,
    Verdict progressing,
    Verdict degraded,
    Duration next,
    End end) {

  /** Whether the machine's story is over. */
  enum End {
    NOT_YET,
    GONE,
    ABANDONED
  }

  boolean isDegraded() {
    return degraded.status() == Truth.TRUE;
  }

  Plan plan(List<Note> notes) {
    return new Plan(
        phase,
        facts,
        failure,
        List.of(ready, progressing, degraded),
        notes,
        next,
        end != End.NOT_YET);
  }

  static Draft going(
      Phase phase,
      Facts facts,
      @Nullable Failure failure,
      Verdict ready,
      Verdict progressing,
      Verdict degraded,
      Duration next) {
    return new Draft(phase, facts, failure, ready, progressing, degraded, next, End.NOT_YET);
  }
}
