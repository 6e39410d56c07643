package dev.butlerlabs.butler.ipam.tell;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.kernel.Conditions;
import java.util.Optional;

/** How short of addresses a pool is: the highest of its capacity conditions that holds. */
enum CapacityLevel {
  FINE,
  WARNING,
  CRITICAL,
  EXHAUSTED;

  static CapacityLevel of(Conditions conditions) {
    if (conditions.holds(ConditionType.CAPACITY_EXHAUSTED.wire())) {
      return EXHAUSTED;
    }
    if (conditions.holds(ConditionType.CAPACITY_CRITICAL.wire())) {
      return CRITICAL;
    }
    return conditions.holds(ConditionType.CAPACITY_WARNING.wire()) ? WARNING : FINE;
  }

  /** What is worth an event: each step up, and the way down to where nothing is short. */
  Optional<PoolEvent> after(CapacityLevel before) {
    if (compareTo(before) > 0) {
      return Optional.of(
          switch (this) {
            case FINE, WARNING -> PoolEvent.POOL_CAPACITY_WARNING;
            case CRITICAL -> PoolEvent.POOL_CAPACITY_CRITICAL;
            case EXHAUSTED -> PoolEvent.POOL_CAPACITY_EXHAUSTED;
          });
    }
    return this == FINE && before != FINE
        ? Optional.of(PoolEvent.POOL_CAPACITY_RECOVERED)
        : Optional.empty();
  }

  /** The condition that speaks for this level. */
  ConditionType condition() {
    return switch (this) {
      case FINE, WARNING -> ConditionType.CAPACITY_WARNING;
      case CRITICAL -> ConditionType.CAPACITY_CRITICAL;
      case EXHAUSTED -> ConditionType.CAPACITY_EXHAUSTED;
    };
  }
}
