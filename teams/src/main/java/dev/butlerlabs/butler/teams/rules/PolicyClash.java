package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.teams.rules.Policies.Policy;
import java.util.List;
import java.util.TreeSet;

/** Two policies that both want to decide the same choice for the same clusters. */
public final class PolicyClash {

  private PolicyClash() {}

  /** Whom a policy is for: {@code ""} for everybody, a team, or a team and its environment. */
  static String target(ClusterCreationPolicySpec spec) {
    var scope = spec.scope();
    if (scope.teamAndEnvironment() != null) {
      return "environment %s of team %s"
          .formatted(
              scope.teamAndEnvironment().environmentName(),
              scope.teamAndEnvironment().teamRef().name());
    }
    return scope.team() != null ? "team " + scope.team().teamRef().name() : "everybody";
  }

  /** What stands against a policy among the others. */
  public static List<Problem> judge(Policy wanted, List<Policy> others) {
    return others.stream()
        .filter(other -> !other.name().equals(wanted.name()))
        .filter(other -> target(other.spec()).equals(target(wanted.spec())))
        .filter(other -> meet(other.spec(), wanted.spec()))
        .flatMap(other -> clash(wanted, other).stream())
        .toList();
  }

  private static boolean meet(ClusterCreationPolicySpec one, ClusterCreationPolicySpec other) {
    return one.targetProviders().isEmpty()
        || other.targetProviders().isEmpty()
        || one.targetProviders().stream().anyMatch(other.targetProviders()::contains);
  }

  private static List<Problem> clash(Policy wanted, Policy other) {
    var shared = new TreeSet<>(wanted.spec().options().keySet());
    shared.retainAll(other.spec().options().keySet());
    return shared.isEmpty()
        ? List.of()
        : List.of(
            new Problem(
                "spec.options",
                "ClusterCreationPolicy %s has a rule for %s and %s already"
                    .formatted(other.name(), String.join(", ", shared), target(wanted.spec())),
                "change that policy, or narrow this one with spec.targetProviders or spec.scope"));
  }
}
