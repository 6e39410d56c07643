package dev.butlerlabs.butler.steward.store.driver;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A tenant's corner of a store: whose it is and under which names.
 *
 * <p>Names come from the UID unless somebody chose others. Whatever they are, two corners with
 * different names share nothing: a name holds no separator, so no prefix lies within another.
 *
 * @param schema key prefix and role, or database
 * @param user who signs in
 */
public record Corner(ObjectKey owner, String uid, String schema, String user) {

  private static final Pattern DERIVED = Pattern.compile("tcp_[0-9a-f]{32}");
  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

  /** With names no other tenant ever has. */
  public static Corner derived(ObjectKey owner, String uid) {
    var name = nameOf(uid);
    return new Corner(owner, uid, name, name);
  }

  private static String nameOf(String uid) {
    return "tcp_" + uid.replace("-", "");
  }

  /** Why this corner may not be used, if so. */
  public Optional<Problem> objection() {
    if (!UID.matcher(uid).matches()) {
      return wrong("uid '" + uid + "' is not one an API server gives", "look at the object");
    }
    return objection("dataStoreSchema", schema).or(() -> objection("dataStoreUsername", user));
  }

  private Optional<Problem> objection(String field, String name) {
    if (!NAME.matcher(name).matches()) {
      return wrong(
          field + " '" + name + "' is no name",
          "use 1 to 128 letters, digits, dots, dashes and underscores, or leave it out");
    }
    if (name.equals("root")) {
      return wrong(field + " 'root' is the administrator of the store", "choose another name");
    }
    if (DERIVED.matcher(name).matches() && !name.equals(nameOf(uid))) {
      return wrong(
          field + " '" + name + "' is made like a derived name and could be another tenant's",
          "choose a name that does not start with tcp_, or leave it out");
    }
    return Optional.empty();
  }

  private Optional<Problem> wrong(String trouble, String remedy) {
    return Optional.of(new Problem("TenantControlPlane " + owner, trouble, remedy));
  }
}
