package dev.butlerlabs.butler.sandbox.toolchain.image;

import org.jspecify.annotations.Nullable;

/**
 * The full name of an image.
 *
 * @param digest pins the manifest the tag must lead to; null when any is taken
 */
public record ImageReference(
    String registry, String repository, String tag, @Nullable String digest) {

  /**
   * Reads {@code registry/repository:tag[@sha256:…]}; nothing is assumed when a part is missing.
   */
  public static ImageReference parse(String text) {
    var at = text.indexOf('@');
    var digest = at < 0 ? null : text.substring(at + 1);
    var name = at < 0 ? text : text.substring(0, at);
    var slash = name.indexOf('/');
    var colon = name.lastIndexOf(':');
    if (slash <= 0 || colon < slash) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an image reference like registry.example/name:tag");
    }
    return new ImageReference(
        name.substring(0, slash),
        name.substring(slash + 1, colon),
        name.substring(colon + 1),
        digest);
  }

  @Override
  public String toString() {
    return registry + "/" + repository + ":" + tag + (digest == null ? "" : "@" + digest);
  }
}
