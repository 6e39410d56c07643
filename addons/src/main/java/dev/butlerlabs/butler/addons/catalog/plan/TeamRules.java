package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.ResourceLimits;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.Optional;

/** What the team of a cluster may install. */
public final class TeamRules {

  private static final String LIMITS = "spec.resourceLimits.";

  private TeamRules() {}

  /** Why the team may not have it. A list of what is allowed leaves no room for other charts. */
  public static Optional<Problem> check(String team, ResourceLimits limits, TenantAddonSpec spec) {
    var addon = spec.addon() == null ? "" : spec.addon();
    var allowed = limits.allowedAddons();
    if (!addon.isEmpty() && limits.deniedAddons().contains(addon)) {
      return Optional.of(
          new Problem(
              "spec.addon",
              "team %s may not install %s".formatted(team, addon),
              "leave it out, or ask a platform admin to take it from %sdeniedAddons of Team %s"
                  .formatted(LIMITS, team)));
    }
    if (allowed.isEmpty() || allowed.contains(addon)) {
      return Optional.empty();
    }
    return Optional.of(
        new Problem(
            addon.isEmpty() ? "spec.helm" : "spec.addon",
            "team %s may not install %s"
                .formatted(team, addon.isEmpty() ? "charts of its own" : addon),
            "use one of %s, or ask a platform admin to extend %sallowedAddons of Team %s"
                .formatted(String.join(", ", allowed), LIMITS, team)));
  }
}
