package dev.butlerlabs.butler.addons.catalog.plan;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A version of three numbers, with or without a v before them.
 *
 * @param label what comes before the version itself, such as {@code rc.1}; empty for none
 */
record SemVer(long major, long minor, long patch, String label) implements Comparable<SemVer> {

  private static final Pattern SHAPE =
      Pattern.compile("v?(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})(?:-([0-9A-Za-z.-]+))?(?:\\+.*)?");

  private static final Comparator<SemVer> ORDER =
      Comparator.comparingLong(SemVer::major)
          .thenComparingLong(SemVer::minor)
          .thenComparingLong(SemVer::patch)
          .thenComparing(one -> one.label().isEmpty())
          .thenComparing(SemVer::label);

  static Optional<SemVer> read(String text) {
    var match = SHAPE.matcher(text);
    return match.matches()
        ? Optional.of(
            new SemVer(
                Long.parseLong(match.group(1)),
                Long.parseLong(match.group(2)),
                Long.parseLong(match.group(3)),
                match.group(4) == null ? "" : match.group(4)))
        : Optional.empty();
  }

  boolean sameMinor(SemVer other) {
    return major == other.major && minor == other.minor;
  }

  /** Labels are compared as texts, which is right for all that differ in one digit. */
  @Override
  public int compareTo(SemVer other) {
    return ORDER.compare(this, other);
  }
}
