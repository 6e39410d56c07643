package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is written down about a machine before it is made through v3: the UUID reserved for it, and
 * where it goes.
 *
 * @param spent the attempt under this UUID failed; another UUID will be taken
 */
record Note(String uuid, Site site, boolean spent) {

  private static final Pattern SHAPE =
      Pattern.compile(
          "vm ([0-9a-fA-F-]{36}) cluster ([0-9a-fA-F-]*) subnet ([0-9a-fA-F-]*)"
              + " image ([0-9a-fA-F-]*)( spent)?");

  static Optional<Note> read(Memo memo) {
    var match = SHAPE.matcher(memo.text());
    return match.matches()
        ? Optional.of(
            new Note(
                match.group(1),
                new Site(match.group(2), match.group(3), match.group(4)),
                match.group(5) != null))
        : Optional.empty();
  }

  Memo memo() {
    return new Memo(
        "vm %s cluster %s subnet %s image %s%s"
            .formatted(uuid, site.cluster(), site.subnet(), site.image(), spent ? " spent" : ""));
  }

  /** Of an attempt that failed, wherever it went. */
  static Note spent(String uuid) {
    return new Note(uuid, new Site("", "", ""), true);
  }
}
