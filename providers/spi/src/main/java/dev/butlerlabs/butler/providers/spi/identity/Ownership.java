package dev.butlerlabs.butler.providers.spi.identity;

import dev.butlerlabs.butler.api.Labels;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Whose a thing on a platform is: the UID of the object it was made for, written into the
 * platform's own tags.
 *
 * <p>A name proves nothing; only the UID does. What does not carry it is never adopted, changed or
 * removed.
 */
public record Ownership(String uid, String cluster) {

  /** Tag: who looks after the thing; always {@value #BUTLER}. */
  public static final String MANAGED_BY = "butler.butlerlabs.dev/managed-by";

  public static final String BUTLER = "butler";

  /** Tag: UID of the object in the management cluster that the thing was made for. */
  public static final String OWNER_UID = "butler.butlerlabs.dev/owner-uid";

  private static final String FLAT = "butler-owner-";
  private static final Pattern UID = Pattern.compile("[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?");

  public Ownership {
    if (!UID.matcher(uid).matches()) {
      throw new IllegalArgumentException(
          "an owner is named by the UID of an object, lower-case letters, digits and dashes; not \""
              + uid
              + "\"");
    }
  }

  /** For platforms whose tags have keys and values. */
  public Map<String, String> tags() {
    var tags = new LinkedHashMap<String, String>();
    tags.put(MANAGED_BY, BUTLER);
    tags.put(OWNER_UID, uid);
    if (!cluster.isEmpty()) {
      tags.put(Labels.CLUSTER, cluster);
    }
    return tags;
  }

  /** For platforms whose tags are single words, and for free texts. */
  public String flatTag() {
    return flatTag(uid);
  }

  public static String flatTag(String uid) {
    return FLAT + uid;
  }

  /** These tags name that UID as the owner. */
  public static boolean proves(Map<String, String> tags, String uid) {
    return uid.equals(tags.get(OWNER_UID)) && BUTLER.equals(tags.get(MANAGED_BY));
  }
}
