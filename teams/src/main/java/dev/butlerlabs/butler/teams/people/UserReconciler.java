package dev.butlerlabs.butler.teams.people;

import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.api.tenancy.User;
import dev.butlerlabs.butler.api.tenancy.UserStatus;
import dev.butlerlabs.butler.api.tenancy.UserStatus.Membership;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.teams.team.plan.Members;
import dev.butlerlabs.butler.teams.team.plan.Person;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells each User the teams they are in, each with the strongest role. */
public final class UserReconciler implements Reconciler<User> {

  private static final Kind<User> USERS = Kind.of(User.class);
  private static final Kind<Team> TEAMS = Kind.of(Team.class);

  private static final StatusShare SHARE =
      new StatusShare(
          FieldManager.of("user-teams"), Set.of("teams", "teamsResolvedAt"), Set.of(), false);

  private final StatusWriter statuses;

  public UserReconciler(KubernetesClient client, InstantSource clock) {
    this.statuses = new StatusWriter(client, SHARE, clock);
  }

  public Watches<User> watches() {
    return Watches.on(USERS)
        .mapped(
            TEAMS,
            (_, cache) ->
                cache.list(USERS).stream()
                    .map(user -> ObjectKey.cluster(user.getMetadata().getName()))
                    .toList());
  }

  @Override
  public Outcome reconcile(User user, Context context) {
    var teams = memberships(Person.of(user), context.cache().list(TEAMS));
    var told = Optional.ofNullable(user.getStatus()).map(UserStatus::teams).orElse(List.of());
    if (!teams.equals(told)) {
      statuses
          .write(user, List.of(), Map.of("teams", teams, "teamsResolvedAt", context.now()))
          .orElseThrow();
    }
    return Outcome.settled();
  }

  private static List<Membership> memberships(Person person, List<Team> teams) {
    return teams.stream()
        .filter(team -> team.getMetadata().getDeletionTimestamp() == null)
        .flatMap(team -> membership(person, team).stream())
        .sorted(Comparator.comparing(Membership::name))
        .toList();
  }

  private static Optional<Membership> membership(Person person, Team team) {
    return Optional.ofNullable(team.getSpec())
        .map(TeamSpec::access)
        .flatMap(access -> Members.roleOf(person, access))
        .map(
            role ->
                new Membership(team.getMetadata().getName(), role.name().toLowerCase(Locale.ROOT)));
  }
}
