package dev.butlerlabs.butler.providers.machines.machine.plan;

import static dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner.DEGRADED;

import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.providers.machines.machine.plan.Draft.End;
import dev.butlerlabs.butler.providers.machines.machine.plan.Plan.Note;
import dev.butlerlabs.butler.providers.machines.machine.plan.Plan.Occasion;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What is new between what was told and what will be. */
final class Notes {

  private Notes() {}

  static List<Note> of(Observation seen, Draft draft) {
    var notes = new ArrayList<Note>();
    drift(seen, draft).ifPresent(notes::add);
    step(seen, draft).ifPresent(notes::add);
    trouble(seen, draft).ifPresent(notes::add);
    return notes;
  }

  private static Optional<Note> step(Observation seen, Draft draft) {
    var failure = draft.failure();
    if (failure != null) {
      return failure(seen, failure);
    }
    if (seen.phaseTold().equals(Optional.of(draft.phase()))) {
      return Optional.empty();
    }
    var message = draft.ready().message();
    return switch (draft.phase()) {
      case CREATING -> seen.ranOnce() ? Optional.empty() : note(Occasion.CREATED, message);
      case RUNNING -> note(Occasion.READY, message);
      case DELETING -> note(Occasion.DELETING, message);
      case DELETED ->
          note(draft.end() == End.ABANDONED ? Occasion.ABANDONED : Occasion.DELETED, message);
      case UNKNOWN -> note(Occasion.PROVIDER_ERROR, message);
      case PENDING, FAILED -> Optional.empty();
    };
  }

  private static Optional<Note> failure(Observation seen, Failure failure) {
    var before = Optional.ofNullable(seen.told()).map(MachineRequestStatus::failureReason);
    if (before.equals(Optional.of(failure.reason()))) {
      return Optional.empty();
    }
    var occasion =
        switch (failure.reason()) {
          case Building.VM_DELETED -> Occasion.VM_DELETED;
          case Building.CREATION_TIMEOUT -> Occasion.CREATION_OVERDUE;
          default -> Occasion.CREATE_FAILED;
        };
    return note(occasion, failure.message());
  }

  /** What happened to a machine behind our back. */
  private static Optional<Note> drift(Observation seen, Draft draft) {
    if (!seen.ranOnce()) {
      return Optional.empty();
    }
    return switch (seen.look()) {
      case Look.Stopped _ when !seen.phaseTold().equals(Optional.of(Phase.CREATING)) ->
          note(Occasion.VM_STOPPED, draft.ready().message());
      case Look.Running(_, var wasOff) when wasOff != null ->
          note(
              Occasion.VM_STOPPED,
              "machine %s was found switched off (%s) and was started again"
                  .formatted(seen.machine(), wasOff));
      case Look.Running _ when !Objects.equals(Facts.of(seen.told()), draft.facts()) ->
          note(Occasion.ADDRESS_CHANGED, moved(seen, draft));
      default -> Optional.empty();
    };
  }

  private static String moved(Observation seen, Draft draft) {
    var before = Facts.of(seen.told());
    return "machine %s was %s at %s and is now %s at %s"
        .formatted(
            seen.machine(),
            before.providerId(),
            before.addresses(),
            draft.facts().providerId(),
            draft.facts().addresses());
  }

  private static Optional<Note> trouble(Observation seen, Draft draft) {
    var before = seen.condition(DEGRADED).filter(_ -> seen.holds(DEGRADED)).map(Condition::reason);
    if (!draft.isDegraded()) {
      return before.isPresent() && draft.phase() == Phase.RUNNING
          ? note(Occasion.RECOVERED, draft.ready().message())
          : Optional.empty();
    }
    if (draft.failure() != null || before.equals(Optional.of(draft.degraded().reason()))) {
      return Optional.empty();
    }
    var occasion =
        draft.phase() == Phase.DELETING ? Occasion.DELETE_BLOCKED : Occasion.PROVIDER_ERROR;
    return note(occasion, draft.degraded().message());
  }

  private static Optional<Note> note(Occasion occasion, String text) {
    return Optional.of(new Note(occasion, text));
  }
}
