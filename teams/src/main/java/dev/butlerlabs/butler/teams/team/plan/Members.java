package dev.butlerlabs.butler.teams.team.plan;

import dev.butlerlabs.butler.api.tenancy.TeamSpec.Access;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.GroupAccess;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Role;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.UserAccess;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who belongs to a team, each in the strongest role somebody gave.
 *
 * @param users by the name that Kubernetes knows them under
 * @param groups those of which Kubernetes itself knows who is in them
 * @param leftOut names that nobody may get rights through
 * @param people how many persons that are, as far as is known
 */
public record Members(
    Map<String, Role> users, Map<String, Role> groups, Set<String> leftOut, int people) {

  /** Names that Kubernetes gives to itself, to everybody and to strangers. */
  private static final String OF_THE_SYSTEM = "system:";

  public Members {
    users = Map.copyOf(users);
    groups = Map.copyOf(groups);
    leftOut = Set.copyOf(leftOut);
  }

  /** The members of a team. */
  public static Members of(@Nullable Access access, List<Person> people) {
    return of(access, null, people);
  }

  /**
   * The members in one environment of the team: nobody is added and no role is weakened.
   *
   * @param raised who has a stronger role there
   */
  public static Members of(@Nullable Access access, @Nullable Access raised, List<Person> people) {
    var building = new Building(people);
    if (access != null) {
      access.users().forEach(building::add);
      access.groups().forEach(building::add);
    }
    if (access != null && raised != null) {
      raised.users().stream().filter(building::knows).forEach(building::add);
      raised.groups().stream()
          .filter(group -> access.groups().stream().anyMatch(one -> same(one, group)))
          .forEach(building::add);
    }
    return building.done();
  }

  /** Those of an environment who may work there, while in the team as a whole they only look. */
  Members raisedIn(Members environment) {
    return new Members(
        raised(users, environment.users), raised(groups, environment.groups), Set.of(), 0);
  }

  private static Map<String, Role> raised(Map<String, Role> usual, Map<String, Role> there) {
    return there.entrySet().stream()
        .filter(one -> one.getValue() != Role.VIEWER)
        .filter(one -> usual.getOrDefault(one.getKey(), Role.VIEWER) == Role.VIEWER)
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  boolean nobody() {
    return users.isEmpty() && groups.isEmpty();
  }

  /** The strongest role of one person; empty for whoever is not in the team. */
  public static Optional<Role> roleOf(Person person, Access access) {
    if (person.disabled()) {
      return Optional.empty();
    }
    var byName =
        access.users().stream()
            .filter(one -> Person.lower(one.name()).equals(person.email()))
            .map(UserAccess::effectiveRole);
    var byGroup =
        access.groups().stream()
            .filter(one -> !Person.lower(one.name()).startsWith(OF_THE_SYSTEM))
            .filter(one -> person.in(one.name()) && from(person, one))
            .map(GroupAccess::effectiveRole);
    return Stream.concat(byName, byGroup).min(Comparator.naturalOrder());
  }

  private static boolean from(Person person, GroupAccess group) {
    var provider = group.identityProvider();
    return provider == null || provider.isEmpty() || person.provider().equals(provider);
  }

  private static boolean same(GroupAccess one, GroupAccess other) {
    return Person.comparable(one.name()).equals(Person.comparable(other.name()));
  }

  /** Names that have exactly this role. */
  static List<String> having(Map<String, Role> all, Role role) {
    return all.entrySet().stream()
        .filter(entry -> entry.getValue() == role)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private static final class Building {
    private final List<Person> people;
    private final Map<String, Role> users = new TreeMap<>();
    private final Map<String, Role> groups = new TreeMap<>();
    private final Set<String> leftOut = new TreeSet<>();
    private final Set<String> counted = new HashSet<>();

    private Building(List<Person> people) {
      this.people = people;
    }

    private void add(UserAccess user) {
      var email = Person.lower(user.name());
      if (email.startsWith(OF_THE_SYSTEM)) {
        leftOut.add(user.name());
      } else if (people.stream().noneMatch(one -> one.disabled() && one.email().equals(email))) {
        // Emails are compared without regard to case, and Kubernetes regards it.
        give(users, user.name().strip(), user.effectiveRole());
        give(users, email, user.effectiveRole());
        counted.add(email);
      }
    }

    private boolean knows(UserAccess user) {
      return users.containsKey(Person.lower(user.name()));
    }

    private void add(GroupAccess group) {
      if (Person.lower(group.name()).startsWith(OF_THE_SYSTEM)) {
        leftOut.add(group.name());
        return;
      }
      var provider = group.identityProvider() == null ? "" : group.identityProvider();
      var inside =
          people.stream()
              .filter(one -> !one.disabled() && one.in(group.name()) && from(one, group))
              .map(Person::email)
              .toList();
      counted.addAll(inside);
      if (provider.isEmpty()) {
        give(groups, group.name(), group.effectiveRole());
      } else {
        inside.forEach(email -> give(users, email, group.effectiveRole()));
      }
    }

    /** Stronger roles come first. */
    private static void give(Map<String, Role> to, String name, Role role) {
      to.merge(name, role, (one, other) -> one.compareTo(other) <= 0 ? one : other);
    }

    private Members done() {
      return new Members(users, groups, leftOut, counted.size());
    }
  }
}
