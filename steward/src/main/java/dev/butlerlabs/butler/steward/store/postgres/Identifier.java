package dev.butlerlabs.butler.steward.store.postgres;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A name of a database or role. There is none that could break out of a statement: it is checked
 * when it is made and quoted when it is written.
 *
 * <p>Capital letters are not taken because kine looks for databases in small ones, and nothing
 * longer than 63 because the server would cut it; either way two names would be one.
 */
public record Identifier(String name) {

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_-]{0,62}");
  private static final Set<String> TAKEN =
      Set.of("postgres", "template0", "template1", "public", "none");

  public Identifier {
    var wrong = objection(name);
    if (wrong.isPresent()) {
      throw new IllegalArgumentException("'" + name + "' " + wrong.get());
    }
  }

  /** Why a name is none for a tenant, if so. */
  public static Optional<String> objection(String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of(
          "is no name of a database or user: 1 to 63 small letters, digits, dashes and"
              + " underscores, not beginning with a digit or dash");
    }
    return TAKEN.contains(name) || name.toLowerCase(Locale.ROOT).startsWith("pg_")
        ? Optional.of("belongs to the database server itself")
        : Optional.empty();
  }

  /** As it stands in a statement. */
  public String quoted() {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  @Override
  public String toString() {
    return quoted();
  }
}
