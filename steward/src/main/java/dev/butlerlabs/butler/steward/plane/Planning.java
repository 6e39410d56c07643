package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.steward.plane.plan.Observation;
import dev.butlerlabs.butler.steward.plane.plan.Order;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.PlanePlanner;
import dev.butlerlabs.butler.steward.versions.Releases;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one run has seen so far, and the plan for it, made when it is asked for. */
final class Planning {

  private final Releases releases;
  private Observation seen;
  private @Nullable Plan plan;

  Planning(Releases releases, Observation seen) {
    this.releases = releases;
    this.seen = seen;
  }

  Observation seen() {
    return seen;
  }

  /** Something new was seen. */
  void sees(Observation other) {
    seen = other;
    plan = null;
  }

  /** What is to be made; while there is something, the rest of the plan need not be known. */
  List<Order> orders() {
    if (plan == null) {
      var orders = PlanePlanner.orders(seen, releases);
      if (!orders.isEmpty()) {
        return orders;
      }
    }
    return plan().orders();
  }

  Plan plan() {
    if (plan == null) {
      plan = PlanePlanner.plan(seen, releases);
    }
    return plan;
  }
}
