package dev.butlerlabs.butler.teams.team.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.tenancy.TeamSpec.Access;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.GroupAccess;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Role;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.UserAccess;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MembersTest {

  @Test
  void strongestRoleCountsAndCaseDoesNot() {
    var access =
        access(List.of(user("Ada@X.org", null), user("ada@x.org", Role.OPERATOR)), List.of());

    var members = Members.of(access, List.of());

    assertThat(members.users())
        .isEqualTo(Map.of("Ada@X.org", Role.VIEWER, "ada@x.org", Role.OPERATOR));
    assertThat(members.people()).isEqualTo(1);
  }

  @Test
  void disabledUsersAreLeftOut() {
    var access =
        access(
            List.of(user("ada@x.org", Role.ADMIN), user("eve@x.org", Role.ADMIN)),
            List.of(group("devs", Role.OPERATOR, "company")));
    var people =
        List.of(
            new Person("eve@x.org", "company", Set.of("devs"), true),
            new Person("bob@x.org", "company", Set.of("devs"), false));

    assertThat(Members.of(access, people).users())
        .isEqualTo(Map.of("ada@x.org", Role.ADMIN, "bob@x.org", Role.OPERATOR));
  }

  /** H32: a group of one identity provider says nothing about its namesake elsewhere. */
  @Test
  void groupOfAnIdentityProviderBecomesTheUsersSeenInIt() {
    var access = access(List.of(), List.of(group("CN=Devs,OU=x", Role.OPERATOR, "company")));
    var people =
        List.of(
            new Person("bob@x.org", "company", Set.of("devs"), false),
            new Person("mal@x.org", "elsewhere", Set.of("devs"), false));

    var members = Members.of(access, people);

    assertThat(members.users()).isEqualTo(Map.of("bob@x.org", Role.OPERATOR));
    assertThat(members.groups()).isEmpty();
    assertThat(members.people()).isEqualTo(1);
  }

  /** H32. */
  @Test
  void personIsToldTheStrongestRole() {
    var access =
        access(
            List.of(user("Bob@x.org", null)),
            List.of(
                group("devs", Role.OPERATOR, "company"),
                group("system:authenticated", Role.ADMIN, null)));

    assertThat(Members.roleOf(person("bob@x.org", "company", false), access))
        .contains(Role.OPERATOR);
    assertThat(Members.roleOf(person("bob@x.org", "elsewhere", false), access))
        .contains(Role.VIEWER);
    assertThat(Members.roleOf(person("mal@x.org", "elsewhere", false), access)).isEmpty();
    assertThat(Members.roleOf(person("bob@x.org", "company", true), access)).isEmpty();
  }

  private static Person person(String email, String provider, boolean disabled) {
    return new Person(email, provider, Set.of("devs", "system:authenticated"), disabled);
  }

  @Test
  void groupsOfTwoDomainsAreTwoGroups() {
    assertThat(Person.comparable("devs@a.org")).isNotEqualTo(Person.comparable("devs@b.org"));
    assertThat(Person.comparable("CN=Devs,OU=x,DC=y")).isEqualTo(Person.comparable("devs"));
  }

  @Test
  void namesOfTheSystemGetNothing() {
    var access =
        access(
            List.of(user("system:anonymous", Role.ADMIN)),
            List.of(group("system:authenticated", Role.ADMIN, null)));

    var members = Members.of(access, List.of());

    assertThat(members.users()).isEmpty();
    assertThat(members.groups()).isEmpty();
    assertThat(members.leftOut())
        .containsExactlyInAnyOrder("system:anonymous", "system:authenticated");
  }

  @Test
  void environmentRaisesMembersAndAddsNobody() {
    var access =
        access(
            List.of(user("ada@x.org", Role.ADMIN), user("bob@x.org", Role.VIEWER)),
            List.of(group("devs", Role.VIEWER, null)));
    var raised =
        access(
            List.of(
                user("ada@x.org", Role.VIEWER),
                user("bob@x.org", Role.OPERATOR),
                user("mal@x.org", Role.ADMIN)),
            List.of(group("devs", Role.OPERATOR, null), group("strangers", Role.ADMIN, null)));

    var members = Members.of(access, raised, List.of());

    assertThat(members.users())
        .isEqualTo(Map.of("ada@x.org", Role.ADMIN, "bob@x.org", Role.OPERATOR));
    assertThat(members.groups()).isEqualTo(Map.of("devs", Role.OPERATOR));
    var unlikeElsewhere = Members.of(access, List.of()).raisedIn(members);
    assertThat(unlikeElsewhere.users()).isEqualTo(Map.of("bob@x.org", Role.OPERATOR));
    assertThat(unlikeElsewhere.groups()).isEqualTo(Map.of("devs", Role.OPERATOR));
  }

  private static Access access(List<UserAccess> users, List<GroupAccess> groups) {
    return new Access(users, groups);
  }

  private static UserAccess user(String name, @Nullable Role role) {
    return new UserAccess(name, role);
  }

  private static GroupAccess group(String name, Role role, @Nullable String provider) {
    return new GroupAccess(name, role, provider);
  }
}
