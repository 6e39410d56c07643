package dev.butlerlabs.butler.addons.catalog.plan;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The name that somebody probably meant. */
final class Nearest {

  /** One slip in four letters still looks like a slip. */
  private static final int LETTERS_PER_SLIP = 4;

  private Nearest() {}

  /** Nothing when none of the names is near. */
  static Optional<String> to(String name, Collection<String> names) {
    return names.stream()
        .filter(other -> slips(name, other) <= 1 + name.length() / LETTERS_PER_SLIP)
        .min(
            Comparator.<String>comparingInt(other -> slips(name, other))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** How many letters have to be changed, put in or taken out to get from one to the other. */
  private static int slips(String one, String other) {
    var row = new int[other.length() + 1];
    for (var j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (var i = 1; i <= one.length(); i++) {
      var diagonal = row[0];
      row[0] = i;
      for (var j = 1; j <= other.length(); j++) {
        var changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
