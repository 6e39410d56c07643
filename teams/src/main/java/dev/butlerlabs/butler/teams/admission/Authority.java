package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.tenancy.PlatformRole;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Access;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Role;
import dev.butlerlabs.butler.api.tenancy.User;
import dev.butlerlabs.butler.kube.admission.Requester;
import dev.butlerlabs.butler.teams.team.plan.Members;
import dev.butlerlabs.butler.teams.team.plan.Person;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who is an admin. A User of the asker's name decides; whoever has none, such as the cluster's own
 * administrator, is asked about by a verb that stands for nothing else.
 */
final class Authority {

  private final Records records;

  Authority(Records records) {
    this.records = records;
  }

  boolean platformAdmin(Requester asker) {
    return records.users().stream()
        .filter(user -> user.getSpec() != null)
        .filter(user -> Person.of(user).email().equals(lower(asker.name())))
        .findFirst()
        .map(Authority::admin)
        .orElseGet(() -> records.administersTeams(asker));
  }

  private static boolean admin(User user) {
    var spec = user.getSpec();
    return spec != null
        && !Boolean.TRUE.equals(spec.disabled())
        && spec.effectivePlatformRole() == PlatformRole.ADMIN;
  }

  /**
   * Whether the asker is an admin of a team.
   *
   * @param access of the Team as it is stored
   */
  boolean teamAdmin(@Nullable Access access, Requester asker) {
    var people = records.users().stream().map(Person::of).toList();
    var members = Members.of(access, people);
    return members.users().get(asker.name()) == Role.ADMIN
        || members.users().get(lower(asker.name())) == Role.ADMIN
        || anyAdmin(members, asker.groups());
  }

  private static boolean anyAdmin(Members members, List<String> groups) {
    return groups.stream().anyMatch(group -> members.groups().get(group) == Role.ADMIN);
  }

  private static String lower(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }
}
