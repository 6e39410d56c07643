package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Access;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Environment;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.EnvironmentLimits;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to make of a Team, compared with what it was.
 *
 * @param before null for a new Team
 */
public record TeamChange(String team, TeamSpec wanted, @Nullable TeamSpec before) {

  private static final Access NOBODY = new Access(List.of(), List.of());

  /**
   * Who wants it.
   *
   * @param teamAdmin as the Team was before: nobody makes themselves an admin first
   */
  public record Asker(String name, boolean platformAdmin, boolean teamAdmin) {}

  /** Whether it matters who asks. */
  public boolean gated() {
    return limitsChange() || environmentLimitsChange() || accessChanges();
  }

  /** Why the asker may not change the Team so. */
  public List<Problem> forbidden(Asker asker) {
    var problems = new ArrayList<Problem>();
    if (limitsChange() && !asker.platformAdmin()) {
      problems.add(
          new Problem(
              "spec.resourceLimits",
              "only platform admins say what a team may use, and %s is none"
                  .formatted(asker.name()),
              "leave it as it is, or ask a platform admin"));
    }
    var mayManage = asker.platformAdmin() || (asker.teamAdmin() && before != null);
    if (environmentLimitsChange() && !mayManage) {
      problems.add(
          new Problem(
              "spec.environments",
              before == null
                  ? "only platform admins set limits in a new team, and %s is none"
                      .formatted(asker.name())
                  : "only admins of the team and of the platform change the limits of environments,"
                      + " and %s is neither".formatted(asker.name()),
              "leave the limits as they are, or ask one of them"));
    }
    if (accessChanges() && !mayManage) {
      problems.add(
          new Problem(
              "spec.access",
              "only admins of the team and of the platform change who is in it, and %s is neither"
                  .formatted(asker.name()),
              "leave members as they are, or ask one of them"));
    }
    return List.copyOf(problems);
  }

  /**
   * What nobody may do.
   *
   * @param clusters the names of the team's clusters by environment
   */
  public List<Problem> impossible(Map<String, List<String>> clusters) {
    var problems = new ArrayList<Problem>();
    for (var i = 0; i < wanted.environments().size(); i++) {
      strangers("spec.environments[%d].access".formatted(i), wanted.environments().get(i))
          .ifPresent(problems::add);
    }
    var known = before == null ? List.<Problem>of() : DefaultAddons.refused(before);
    DefaultAddons.refused(wanted).stream()
        .filter(problem -> !known.contains(problem))
        .forEach(problems::add);
    goneEnvironments().stream()
        .filter(name -> clusters.containsKey(name))
        .forEach(
            name ->
                problems.add(
                    new Problem(
                        "spec.environments",
                        "environment %s is still that of %s"
                            .formatted(
                                name, String.join(", ", clusters.getOrDefault(name, List.of()))),
                        "delete these clusters or give them another environment label first")));
    return List.copyOf(problems);
  }

  /** The environments that would be no more. */
  public List<String> goneEnvironments() {
    return before == null
        ? List.of()
        : before.environments().stream()
            .map(Environment::name)
            .filter(
                name -> wanted.environments().stream().noneMatch(one -> one.name().equals(name)))
            .toList();
  }

  private Optional<Problem> strangers(String field, Environment environment) {
    var members = access(wanted.access());
    var raised = access(environment.access());
    var strangers = new ArrayList<String>();
    raised.users().stream()
        .map(one -> one.name())
        .filter(name -> members.users().stream().noneMatch(one -> same(one.name(), name)))
        .forEach(strangers::add);
    raised.groups().stream()
        .map(one -> one.name())
        .filter(name -> members.groups().stream().noneMatch(one -> same(one.name(), name)))
        .forEach(strangers::add);
    return strangers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Problem(
                field,
                "an environment raises members of the team and adds nobody, and %s is not in spec.access"
                    .formatted(String.join(", ", strangers)),
                "add them to spec.access first, as viewers at least"));
  }

  private boolean limitsChange() {
    return !Objects.equals(
        wanted.resourceLimits(), before == null ? null : before.resourceLimits());
  }

  private boolean environmentLimitsChange() {
    return !limits(wanted).equals(before == null ? Map.of() : limits(before));
  }

  /** A new Team names its first members, and whoever may create Teams may say who they are. */
  private boolean accessChanges() {
    return before != null
        && !(access(wanted.access()).equals(access(before.access()))
            && environmentAccess(wanted).equals(environmentAccess(before)));
  }

  private static Map<String, EnvironmentLimits> limits(TeamSpec spec) {
    var all = new HashMap<String, EnvironmentLimits>();
    for (var environment : spec.environments()) {
      if (environment.limits() != null) {
        all.put(environment.name(), environment.limits());
      }
    }
    return all;
  }

  private static Map<String, Access> environmentAccess(TeamSpec spec) {
    var all = new HashMap<String, Access>();
    for (var environment : spec.environments()) {
      var access = access(environment.access());
      if (!access.equals(NOBODY)) {
        all.put(environment.name(), access);
      }
    }
    return all;
  }

  private static Access access(@Nullable Access access) {
    return access == null ? NOBODY : access;
  }

  private static boolean same(String one, String other) {
    return one.strip().toLowerCase(Locale.ROOT).equals(other.strip().toLowerCase(Locale.ROOT));
  }
}
