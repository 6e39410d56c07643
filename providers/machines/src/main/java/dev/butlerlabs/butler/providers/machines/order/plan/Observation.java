package dev.butlerlabs.butler.providers.machines.order.plan;

import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything the planner may know about one thing.
 *
 * @param name of the thing, beside its noun
 * @param begun the driver noted something about it, so something of it may exist
 * @param strikes how many looks in a row were unclear before this one
 */
public record Observation<F>(
    Manners manners,
    String name,
    Told<F> told,
    boolean begun,
    Wish wish,
    Look<F> look,
    int strikes,
    Instant now) {

  /**
   * What its status says so far.
   *
   * @param facts once it was there
   */
  public record Told<F>(
      Optional<Stage> stage, @Nullable F facts, @Nullable Failure failure, Conditions conditions) {}

  /** The thing in words. */
  String thing() {
    return manners.noun() + " " + name;
  }

  /** It was there once. */
  boolean wasThere() {
    return told.facts() != null;
  }

  Optional<Verdict> verdict(String type) {
    return told.conditions().find(type).map(Condition::verdict);
  }

  boolean holds(String type) {
    return told.conditions().holds(type);
  }

  /** The condition holds for that long already. */
  boolean holdsFor(String type, Duration limit) {
    return told.conditions()
        .find(type)
        .filter(one -> one.status() == Truth.TRUE)
        .filter(one -> !now.isBefore(one.lastTransitionTime().plus(limit)))
        .isPresent();
  }
}
