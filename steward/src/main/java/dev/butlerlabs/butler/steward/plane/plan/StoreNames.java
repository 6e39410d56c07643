package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Cause;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Under which names a tenant's data is kept in its DataStore.
 *
 * <p>They come from the UID, which no other object ever has. Names the user chose are kept to, but
 * may not look like derived ones: such a name could be another tenant's.
 *
 * @param schema key prefix, role or database
 * @param user who signs in to the store
 */
public record StoreNames(String schema, String user) {

  private static final Pattern DERIVED = Pattern.compile("tcp_[0-9a-f]{32}");

  /** Once recorded in the status they stay, whatever the spec says later. */
  public static StoreNames of(TenantControlPlane plane) {
    var derived = derived(plane.getMetadata().getUid());
    var setup =
        Optional.ofNullable(plane.getStatus())
            .flatMap(status -> Optional.ofNullable(status.storage()))
            .flatMap(storage -> Optional.ofNullable(storage.setup()));
    var spec = plane.getSpec();
    return new StoreNames(
        setup
            .flatMap(one -> Optional.ofNullable(one.schema()))
            .or(() -> Optional.ofNullable(spec.dataStoreSchema()))
            .orElse(derived),
        setup
            .flatMap(one -> Optional.ofNullable(one.user()))
            .or(() -> Optional.ofNullable(spec.dataStoreUsername()))
            .orElse(derived));
  }

  /** A valid name in every store: letters, digits and one underscore, 36 characters. */
  static String derived(String uid) {
    var letters = uid.replace("-", "");
    var name = "tcp_" + letters;
    if (!DERIVED.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + uid + "' is not a UID as API servers give them");
    }
    return name;
  }

  /** Why these names may not be used by the tenant with that UID, if so. */
  public Optional<Cause> objection(String uid) {
    var own = derived(uid);
    for (var name : new String[] {schema, user}) {
      if (DERIVED.matcher(name).matches() && !name.equals(own)) {
        return Optional.of(
            new Cause(
                "InvalidConfiguration",
                "dataStoreSchema or dataStoreUsername is '"
                    + name
                    + "', which is made like the"
                    + " names Steward derives and could be another tenant's",
                "",
                "Choose names that do not start with tcp_, or leave both out"));
      }
    }
    return Optional.empty();
  }
}
