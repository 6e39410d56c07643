package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is written down about a machine before it is made through v3: the UUID reserved for it, and
 * where it goes.
 *
 * @param spent the attempt under this UUID failed; another UUID will be taken
 * @param leaving the task of the removal that was begun last, or empty
 */
record Note(String uuid, Site site, boolean spent, String leaving) {

  private static final Pattern SHAPE =
      Pattern.compile(
          "vm ([0-9a-fA-F-]{36}) cluster ([0-9a-fA-F-]*) subnet ([0-9a-fA-F-]*)"
              + " image ([0-9a-fA-F-]*)( spent)?(?: leaving ([0-9a-fA-F-]{36}))?");

  Note(String uuid, Site site, boolean spent) {
    this(uuid, site, spent, "");
  }

  static Optional<Note> read(Memo memo) {
    var match = SHAPE.matcher(memo.text());
    return match.matches()
        ? Optional.of(
            new Note(
                match.group(1),
                new Site(match.group(2), match.group(3), match.group(4)),
                match.group(5) != null,
                match.group(6) == null ? "" : match.group(6)))
        : Optional.empty();
  }

  Memo memo() {
    return new Memo(
        "vm %s cluster %s subnet %s image %s%s%s"
            .formatted(
                uuid,
                site.cluster(),
                site.subnet(),
                site.image(),
                spent ? " spent" : "",
                leaving.isEmpty() ? "" : " leaving " + leaving));
  }

  /** It is being removed by that task. */
  Note by(String task) {
    return new Note(uuid, site, spent, task);
  }

  /** Of an attempt that failed, wherever it went. */
  static Note spent(String uuid) {
    return new Note(uuid, new Site("", "", ""), true);
  }
}
