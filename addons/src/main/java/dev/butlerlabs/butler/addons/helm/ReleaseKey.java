package dev.butlerlabs.butler.addons.helm;

import java.util.Optional;
import java.util.regex.Pattern;

/** Which release on a cluster. */
public record ReleaseKey(String namespace, String name) {

  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final int LONGEST_NAMESPACE = 63;
  private static final int LONGEST_NAME = 53;

  public ReleaseKey {
    wrongNamespace(namespace).or(() -> wrongName(name)).ifPresent(ReleaseKey::refuse);
  }

  /** As it was written down; nothing when it names no release. */
  public static Optional<ReleaseKey> parse(String text) {
    var slash = text.indexOf('/');
    var namespace = text.substring(0, Math.max(0, slash));
    var name = text.substring(slash + 1);
    return wrongNamespace(namespace).or(() -> wrongName(name)).isPresent()
        ? Optional.empty()
        : Optional.of(new ReleaseKey(namespace, name));
  }

  /** Why this names no namespace. */
  public static Optional<String> wrongNamespace(String text) {
    return wrong("namespace of a release", text, LONGEST_NAMESPACE);
  }

  /** Why this names no release. */
  public static Optional<String> wrongName(String text) {
    return wrong("name of a release", text, LONGEST_NAME);
  }

  private static Optional<String> wrong(String what, String text, int longest) {
    return text.length() <= longest && LABEL.matcher(text).matches()
        ? Optional.empty()
        : Optional.of(
            "the %s has at most %d small letters, digits and dashes, unlike \"%s\""
                .formatted(what, longest, text));
  }

  private static void refuse(String trouble) {
    throw new IllegalArgumentException(trouble);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
