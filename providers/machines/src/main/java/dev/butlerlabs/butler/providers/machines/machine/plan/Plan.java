package dev.butlerlabs.butler.providers.machines.machine.plan;

import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to tell about a machine, and when to look again.
 *
 * @param finished nothing of it is left, or it was abandoned: the finalizer may go
 */
public record Plan(
    Phase phase,
    Facts facts,
    @Nullable Failure failure,
    List<Verdict> verdicts,
    List<Note> notes,
    Duration next,
    boolean finished) {

  public Plan {
    verdicts = List.copyOf(verdicts);
    notes = List.copyOf(notes);
  }

  /** Something that happened, for an event. */
  public record Note(Occasion occasion, String text) {}

  /** What can happen to a machine. */
  public enum Occasion {
    CREATED,
    CREATE_FAILED,
    CREATION_OVERDUE,
    READY,
    ADDRESS_CHANGED,
    VM_STOPPED,
    VM_DELETED,
    PROVIDER_ERROR,
    RECOVERED,
    DELETING,
    DELETE_BLOCKED,
    DELETED,
    ABANDONED
  }
}
