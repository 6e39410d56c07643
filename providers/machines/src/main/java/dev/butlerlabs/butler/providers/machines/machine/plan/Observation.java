package dev.butlerlabs.butler.providers.machines.machine.plan;

import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.providers.machines.order.plan.Wish;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything the planner may know about one machine.
 *
 * @param machine its name on the platform
 * @param told what its status says so far
 * @param begun the driver noted something about it, so something of it may exist
 * @param strikes how many looks in a row were unclear before this one
 */
public record Observation(
    String machine,
    @Nullable MachineRequestStatus told,
    boolean begun,
    Wish wish,
    Look look,
    int strikes,
    Instant now) {

  /** It had an address once. Then it was whole, and its absence is a loss. */
  boolean ranOnce() {
    return told != null && told.ipAddress() != null;
  }

  Optional<Phase> phaseTold() {
    return Optional.ofNullable(told).map(MachineRequestStatus::phase);
  }

  Optional<Condition> condition(String type) {
    return told == null ? Optional.empty() : new Conditions(told.conditions()).find(type);
  }

  boolean holds(String type) {
    return condition(type).filter(one -> one.status() == Truth.TRUE).isPresent();
  }

  /** The condition holds for that long already. */
  boolean holdsFor(String type, Duration limit) {
    return condition(type)
        .filter(one -> one.status() == Truth.TRUE)
        .filter(one -> !now.isBefore(one.lastTransitionTime().plus(limit)))
        .isPresent();
  }
}
