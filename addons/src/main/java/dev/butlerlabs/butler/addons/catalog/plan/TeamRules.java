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
    if (limits.mayInstall(addon)) {
      return Optional.empty();
    }
    var denied = limits.deniedAddons().contains(addon);
    return Optional.of(
        new Problem(
            addon.isEmpty() ? "spec.helm" : "spec.addon",
            "team %s may not install %s"
                .formatted(team, addon.isEmpty() ? "charts of its own" : addon),
            denied
                ? "leave it out, or ask a platform admin to take it from %sdeniedAddons of Team %s"
                    .formatted(LIMITS, team)
                : "use one of %s, or ask a platform admin to extend %sallowedAddons of Team %s"
                    .formatted(String.join(", ", limits.allowedAddons()), LIMITS, team)));
  }
}
