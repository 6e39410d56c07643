package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicy;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Requester;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import dev.butlerlabs.butler.teams.orders.Directory;
import dev.butlerlabs.butler.teams.rules.Policies.Policy;
import dev.butlerlabs.butler.teams.rules.PolicyClash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether a ClusterCreationPolicy may be made, or changed, as somebody wants. */
public final class PolicyRule implements Rule<ClusterCreationPolicy> {

  private final Records records;
  private final Authority authority;

  public PolicyRule(Records records) {
    this.records = records;
    this.authority = new Authority(records);
  }

  @Override
  public Ruling review(Request<ClusterCreationPolicy> request) {
    var spec = request.subject().getSpec();
    if (spec == null) {
      return Ruling.of(taken(request).stream().toList());
    }
    var problems = new ArrayList<Problem>();
    var team = team(spec);
    var found = team.flatMap(records::findTeam);
    missing(spec, team, found).ifPresent(problems::add);
    forbidden(request.user(), team).or(() -> taken(request)).ifPresent(problems::add);
    problems.addAll(PolicyClash.judge(new Policy(request.key().name(), spec), others()));
    return Ruling.of(problems);
  }

  private List<Policy> others() {
    return records.policies().stream()
        .filter(policy -> policy.getSpec() != null)
        .map(policy -> new Policy(policy.getMetadata().getName(), policy.getSpec()))
        .toList();
  }

  private static Optional<String> team(ClusterCreationPolicySpec spec) {
    var scope = spec.scope();
    if (scope.teamAndEnvironment() != null) {
      return Optional.of(scope.teamAndEnvironment().teamRef().name());
    }
    return Optional.ofNullable(scope.team()).map(one -> one.teamRef().name());
  }

  private static Optional<Problem> missing(
      ClusterCreationPolicySpec spec, Optional<String> team, Optional<Team> found) {
    if (team.isPresent() && found.isEmpty()) {
      return Optional.of(
          new Problem(
              "spec.scope",
              "there is no Team " + team.get(),
              "create the Team first, or name another"));
    }
    var inside = spec.scope().teamAndEnvironment();
    if (inside == null || found.isEmpty()) {
      return Optional.empty();
    }
    var names =
        Directory.TeamEntry.of(found.get()).spec().environments().stream()
            .map(one -> one.name())
            .toList();
    return names.contains(inside.environmentName())
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "spec.scope.teamAndEnvironment.environmentName",
                "team %s has no environment %s"
                    .formatted(team.orElse(""), inside.environmentName()),
                names.isEmpty()
                    ? "use spec.scope.team"
                    : "use one of " + String.join(", ", names)));
  }

  /** Whoever changes a policy, or for whom it is, takes it from those it was for. */
  private Optional<Problem> taken(Request<ClusterCreationPolicy> request) {
    var old = request.old();
    return old == null || old.getSpec() == null
        ? Optional.empty()
        : forbidden(request.user(), team(old.getSpec()));
  }

  private Optional<Problem> forbidden(Requester asker, Optional<String> team) {
    var may =
        team.flatMap(records::findTeam)
                .filter(
                    one -> authority.teamAdmin(Directory.TeamEntry.of(one).spec().access(), asker))
                .isPresent()
            || authority.platformAdmin(asker);
    return may
        ? Optional.empty()
        : Optional.of(
            new Problem(
                "spec.scope",
                team.isEmpty()
                    ? "only platform admins make rules for everybody, and %s is none"
                        .formatted(asker.name())
                    : "only admins of team %s and of the platform make rules for it, and %s is neither"
                        .formatted(team.get(), asker.name()),
                "ask one of them"));
  }
}
