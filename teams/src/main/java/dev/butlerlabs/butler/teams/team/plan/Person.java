package dev.butlerlabs.butler.teams.team.plan;

import dev.butlerlabs.butler.api.tenancy.User;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A User as far as membership goes.
 *
 * @param email in lower case
 * @param provider the IdentityProvider the user comes from, {@code ""} for none
 * @param groups those seen at the last sign-in, in comparable form
 */
public record Person(String email, String provider, Set<String> groups, boolean disabled) {

  private static final Pattern COMMON_NAME = Pattern.compile("(?i)^\\s*CN=([^,]+),.*$");

  public Person {
    groups = Set.copyOf(groups);
  }

  public static Person of(User user) {
    var spec = user.getSpec();
    var status = user.getStatus();
    var groups = status == null ? List.<String>of() : status.lastSeenGroups();
    if (spec == null) {
      return new Person("", "", Set.of(), true);
    }
    return new Person(
        lower(spec.email()),
        spec.ssoProvider() == null ? "" : spec.ssoProvider(),
        groups.stream().map(Person::comparable).collect(Collectors.toUnmodifiableSet()),
        Boolean.TRUE.equals(spec.disabled()));
  }

  /**
   * A group's name as it is compared: in lower case, of a full DN the common name. The domain of an
   * email-style name stays, so that groups of two domains are two groups.
   */
  static String comparable(String group) {
    var match = COMMON_NAME.matcher(group);
    return lower(match.matches() ? match.group(1) : group);
  }

  boolean in(String group) {
    return groups.contains(comparable(group));
  }

  static String lower(String text) {
    return text.strip().toLowerCase(Locale.ROOT);
  }
}
