package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.ClusterDefaults;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which of the addons that a team gives its new clusters it may not install. */
public final class DefaultAddons {

  private DefaultAddons() {}

  public static List<Problem> refused(TeamSpec team) {
    var problems = new ArrayList<>(refused(team, "spec.clusterDefaults", team.clusterDefaults()));
    for (var i = 0; i < team.environments().size(); i++) {
      var field = "spec.environments[%d].clusterDefaults".formatted(i);
      problems.addAll(refused(team, field, team.environments().get(i).clusterDefaults()));
    }
    return List.copyOf(problems);
  }

  private static List<Problem> refused(
      TeamSpec team, String field, @Nullable ClusterDefaults defaults) {
    var limits = team.resourceLimits();
    if (defaults == null || limits == null) {
      return List.of();
    }
    return defaults.defaultAddons().stream()
        .filter(addon -> !limits.mayInstall(addon))
        .map(
            addon ->
                new Problem(
                    field + ".defaultAddons",
                    "the team may not install %s, so no cluster gets it".formatted(addon),
                    "take it out, or ask a platform admin to allow it in spec.resourceLimits"))
        .toList();
  }
}
