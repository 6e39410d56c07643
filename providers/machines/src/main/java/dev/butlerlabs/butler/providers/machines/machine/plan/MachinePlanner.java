package dev.butlerlabs.butler.providers.machines.machine.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.providers.machines.order.plan.Wish;
import java.util.Set;

/** Decides what one look at a machine means. No I/O, no clock, no state. */
public final class MachinePlanner {

  static final String READY = ConditionType.READY.wire();
  static final String PROGRESSING = ConditionType.PROGRESSING.wire();
  static final String DEGRADED = ConditionType.DEGRADED.wire();

  /** The conditions every plan speaks of. */
  public static final Set<String> CONDITIONS = Set.of(READY, PROGRESSING, DEGRADED);

  private MachinePlanner() {}

  public static Plan plan(Observation seen) {
    var draft = seen.wish() == Wish.EXIST ? Building.plan(seen) : Removal.plan(seen);
    return draft.plan(Notes.of(seen, draft));
  }
}
