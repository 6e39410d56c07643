package dev.butlerlabs.butler.teams.team;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.teams.team.plan.Roles;
import dev.butlerlabs.butler.teams.team.plan.TeamPlan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the objects of a team what the plan says; without a call where they are so already. */
final class Building {

  /** What came of it. */
  sealed interface Result permits Stood, Fell {}

  /** All is there. */
  record Stood() implements Result {}

  /** Something could not be written. */
  record Fell(boolean namespaceStands, Trouble trouble) implements Result {}

  private final Applier applier;

  Building(Applier applier) {
    this.applier = applier;
  }

  Result build(TeamPlan.Build plan, Cache cache) {
    var namespace = apply(plan.namespace(), TeamKinds.NAMESPACES, cache);
    if (namespace.isPresent()) {
      return new Fell(false, namespace.get());
    }
    for (var role : Roles.all()) {
      var trouble = apply(role, TeamKinds.ROLES, cache);
      if (trouble.isPresent()) {
        return new Fell(true, trouble.get());
      }
    }
    for (var one : plan.inside()) {
      var trouble = applyInside(one, cache);
      if (trouble.isPresent()) {
        return new Fell(true, trouble.get());
      }
    }
    for (var one : left(plan, cache)) {
      if (applier.remove(one) instanceof Answer.Failed<Boolean>(var trouble)) {
        return new Fell(true, trouble);
      }
    }
    return new Stood();
  }

  /** What was made for an environment in which nobody is raised any more; rights go first. */
  private static List<HasMetadata> left(TeamPlan.Build plan, Cache cache) {
    var team = plan.namespace().getMetadata().getName();
    var drawn =
        plan.inside().stream()
            .map(one -> one.getMetadata().getName())
            .collect(Collectors.toUnmodifiableSet());
    return Stream.<HasMetadata>concat(
            cache.list(TeamKinds.BINDINGS, team).stream(),
            cache.list(TeamKinds.LOCAL_ROLES, team).stream())
        .filter(one -> one.getMetadata().getName().startsWith(Roles.ENVIRONMENT))
        .filter(one -> !drawn.contains(one.getMetadata().getName()))
        .toList();
  }

  private Optional<Trouble> applyInside(HasMetadata one, Cache cache) {
    return switch (one) {
      case Role role -> apply(role, TeamKinds.LOCAL_ROLES, cache);
      case RoleBinding binding -> apply(binding, TeamKinds.BINDINGS, cache);
      case ClusterRoleBinding asking -> apply(asking, TeamKinds.ASKING, cache);
      case NetworkPolicy policy -> apply(policy, TeamKinds.POLICIES, cache);
      case ResourceQuota quota -> apply(quota, TeamKinds.QUOTAS, cache);
      default -> throw new IllegalStateException("a team has no " + one.getKind());
    };
  }

  private <T extends HasMetadata> Optional<Trouble> apply(T desired, Kind<T> kind, Cache cache) {
    var meta = desired.getMetadata();
    var key = new ObjectKey(Objects.requireNonNullElse(meta.getNamespace(), ""), meta.getName());
    return applier.apply(desired, cache.find(kind, key).orElse(null))
            instanceof Answer.Failed<T>(var trouble)
        ? Optional.of(trouble)
        : Optional.empty();
  }
}
