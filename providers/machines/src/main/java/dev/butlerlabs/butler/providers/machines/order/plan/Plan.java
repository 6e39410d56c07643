package dev.butlerlabs.butler.providers.machines.order.plan;

import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to tell about a thing, and when to look again.
 *
 * @param abandoned it was left behind because a person said so
 */
public record Plan<F>(
    Stage stage,
    @Nullable F facts,
    @Nullable Failure failure,
    Verdict ready,
    Verdict progressing,
    Verdict degraded,
    List<Note> notes,
    Duration next,
    boolean abandoned) {

  public Plan {
    notes = List.copyOf(notes);
  }

  /** Something that happened, for an event. */
  public record Note(Occasion occasion, String text) {}

  /** What can happen to a thing. */
  public enum Occasion {
    CREATING,
    CREATE_FAILED,
    CREATION_OVERDUE,
    READY,
    CHANGED,
    LOST,
    PROVIDER_ERROR,
    RECOVERED,
    DELETING,
    DELETE_BLOCKED,
    DELETED,
    ABANDONED
  }

  /** Nothing of it is left, or nobody asks for it any more. */
  public boolean finished() {
    return stage == Stage.LEFT;
  }

  public List<Verdict> verdicts() {
    return List.of(ready, progressing, degraded);
  }

  boolean isDegraded() {
    return degraded.status() == Truth.TRUE;
  }

  Plan<F> with(List<Note> told) {
    return new Plan<>(stage, facts, failure, ready, progressing, degraded, told, next, abandoned);
  }
}
