package dev.butlerlabs.butler.addons.helm;

import java.util.regex.Pattern;

/** Which release on a cluster. */
public record ReleaseKey(String namespace, String name) {

  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final int LONGEST_NAME = 53;

  public ReleaseKey {
    require("namespace of a release", namespace, 63);
    require("name of a release", name, LONGEST_NAME);
  }

  private static void require(String what, String text, int longest) {
    if (text.length() > longest || !LABEL.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "the %s has at most %d small letters, digits and dashes, unlike \"%s\""
              .formatted(what, longest, text));
    }
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
