package dev.butlerlabs.butler.teams.team;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.api.tenancy.User;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.teams.team.plan.Person;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whose change concerns which Team. */
final class TeamWatches {

  private TeamWatches() {}

  static Watches<Team> all() {
    return Watches.on(TeamKinds.TEAMS)
        .mapped(TeamKinds.NAMESPACES, TeamWatches::living)
        .indexed(TeamKinds.BY_TEAM)
        .mapped(TeamKinds.CLUSTERS, (cluster, _) -> named(cluster.getMetadata().getNamespace()))
        .mapped(TeamKinds.LOCAL_ROLES, (made, _) -> madeFor(made))
        .mapped(TeamKinds.BINDINGS, (made, _) -> madeFor(made))
        .mapped(TeamKinds.ASKING, (made, _) -> madeFor(made))
        .mapped(TeamKinds.POLICIES, (made, _) -> madeFor(made))
        .mapped(TeamKinds.QUOTAS, (made, _) -> madeFor(made))
        .mapped(TeamKinds.ROLES, (_, cache) -> everybody(cache))
        .mapped(TeamKinds.CONFIGS, (_, cache) -> everybody(cache))
        .mapped(TeamKinds.USERS, TeamWatches::naming);
  }

  /** A team's own namespace, or one with the parts of a cluster of it. */
  private static Collection<ObjectKey> living(Namespace namespace, Cache cache) {
    var keys = new ArrayList<>(named(namespace.getMetadata().getName()));
    keys.addAll(named(labels(namespace).get(Labels.SOURCE_NAMESPACE)));
    return keys;
  }

  private static Collection<ObjectKey> madeFor(HasMetadata made) {
    return named(labels(made).get(Labels.TEAM));
  }

  private static Collection<ObjectKey> named(@Nullable String team) {
    return team == null || team.isEmpty() ? List.of() : List.of(ObjectKey.cluster(team));
  }

  private static Collection<ObjectKey> everybody(Cache cache) {
    return cache.list(TeamKinds.TEAMS).stream().map(TeamWatches::key).toList();
  }

  /** Teams whose members or groups the user could be among. */
  private static Collection<ObjectKey> naming(User user, Cache cache) {
    var person = Person.of(user);
    return cache.list(TeamKinds.TEAMS).stream()
        .filter(team -> concerns(team, person))
        .map(TeamWatches::key)
        .toList();
  }

  private static boolean concerns(Team team, Person person) {
    var access =
        Optional.ofNullable(team.getSpec())
            .flatMap(spec -> Optional.ofNullable(spec.access()))
            .orElseGet(() -> new TeamSpec.Access(List.of(), List.of()));
    // Groups also concern whoever has just left them.
    return !access.groups().isEmpty()
        || access.users().stream().anyMatch(one -> one.name().equalsIgnoreCase(person.email()));
  }

  private static ObjectKey key(Team team) {
    return ObjectKey.cluster(team.getMetadata().getName());
  }

  private static Map<String, String> labels(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }
}
