package dev.butlerlabs.butler.addons.catalog.plan;

import java.math.BigInteger;
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

  private static final Pattern DOT = Pattern.compile("\\.");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private static final Comparator<SemVer> ORDER =
      Comparator.comparingLong(SemVer::major)
          .thenComparingLong(SemVer::minor)
          .thenComparingLong(SemVer::patch)
          .thenComparing(one -> one.label().isEmpty())
          .thenComparing(SemVer::label, SemVer::byParts);

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

  /** Part by part: numbers as such and before words, and what is longer comes after. */
  private static int byParts(String one, String other) {
    var mine = DOT.split(one, -1);
    var theirs = DOT.split(other, -1);
    for (var i = 0; i < Math.min(mine.length, theirs.length); i++) {
      var order = byPart(mine[i], theirs[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(mine.length, theirs.length);
  }

  private static int byPart(String one, String other) {
    var numbers = NUMBER.matcher(one).matches();
    if (numbers != NUMBER.matcher(other).matches()) {
      return numbers ? -1 : 1;
    }
    return numbers ? new BigInteger(one).compareTo(new BigInteger(other)) : one.compareTo(other);
  }

  @Override
  public int compareTo(SemVer other) {
    return ORDER.compare(this, other);
  }
}
