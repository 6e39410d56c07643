package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.steward.plane.plan.Observation;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.PlanePlanner;
import dev.butlerlabs.butler.steward.versions.Releases;
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

  Plan plan() {
    if (plan == null) {
      plan = PlanePlanner.plan(seen, releases);
    }
    return plan;
  }
}
