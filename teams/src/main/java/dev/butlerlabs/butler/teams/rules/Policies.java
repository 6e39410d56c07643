package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec.Choice;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which choices ClusterCreationPolicies leave; the narrowest that speaks of a choice decides. */
public final class Policies {

  /** A policy as it is stored. */
  public record Policy(String name, ClusterCreationPolicySpec spec) {}

  /** A rule in force, and the policy it comes from. */
  public record Decisive(String policy, Choice choice) {}

  private Policies() {}

  static List<Refusal> judge(
      Order wanted, @Nullable Order before, @Nullable ProviderType type, List<Policy> policies) {
    var refusals = new ArrayList<Refusal>();
    for (var option : Option.values()) {
      var fresh = new TreeSet<>(wanted.choices(option));
      if (before != null) {
        fresh.removeAll(before.choices(option));
      }
      if (!fresh.isEmpty()) {
        decisive(option, wanted.team(), wanted.environment(), type, policies)
            .filter(rule -> rule.choice().mode().enforced())
            .ifPresent(
                rule ->
                    fresh.stream()
                        .filter(value -> !rule.choice().values().contains(value))
                        .forEach(value -> refusals.add(refusal(option, value, rule))));
      }
    }
    return refusals;
  }

  /** The one rule about that choice; of several equally narrow ones the first by name. */
  public static Optional<Decisive> decisive(
      Option option,
      String team,
      String environment,
      @Nullable ProviderType type,
      List<Policy> policies) {
    return policies.stream()
        .filter(policy -> policy.spec().options().containsKey(option.wire()))
        .filter(policy -> concerns(policy, type))
        .filter(policy -> tier(policy, team, environment) > 0)
        .min(
            Comparator.<Policy>comparingInt(policy -> -tier(policy, team, environment))
                .thenComparing(Policy::name))
        .flatMap(
            policy ->
                Optional.ofNullable(policy.spec().options().get(option.wire()))
                    .map(choice -> new Decisive(policy.name(), choice)));
  }

  private static boolean concerns(Policy policy, @Nullable ProviderType type) {
    var targets = policy.spec().targetProviders();
    return targets.isEmpty() || (type != null && targets.contains(type));
  }

  /** 3 for this environment of the team, 2 for the team, 1 for everybody, 0 for somebody else. */
  private static int tier(Policy policy, String team, String environment) {
    var scope = policy.spec().scope();
    if (scope.teamAndEnvironment() != null) {
      return scope.teamAndEnvironment().teamRef().name().equals(team)
              && scope.teamAndEnvironment().environmentName().equals(environment)
          ? 3
          : 0;
    }
    if (scope.team() != null) {
      return scope.team().teamRef().name().equals(team) ? 2 : 0;
    }
    return scope.platformWide() == null ? 0 : 1;
  }

  private static Refusal refusal(Option option, String value, Decisive rule) {
    var values = String.join(", ", rule.choice().values());
    var pin = rule.choice().mode() == Mode.PIN;
    return new Refusal(
        Reason.VALIDATION_FAILED,
        "spec.infrastructureOverride",
        "ClusterCreationPolicy %s %s the %s to %s, and the cluster would use %s"
            .formatted(rule.policy(), pin ? "pins" : "limits", option.wire(), values, value),
        pin ? "use " + values : "use one of them");
  }
}
