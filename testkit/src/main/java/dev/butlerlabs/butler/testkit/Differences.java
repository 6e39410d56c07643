package dev.butlerlabs.butler.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What two texts do not have in common, told line by line. */
final class Differences {

  private Differences() {}

  static Optional<String> between(String expected, String actual) {
    if (expected.equals(actual)) {
      return Optional.empty();
    }
    var text = new StringBuilder("it ended in another state (- undisturbed, + this run)");
    without(expected, actual).forEach(line -> text.append("\n    - ").append(line));
    without(actual, expected).forEach(line -> text.append("\n    + ").append(line));
    return Optional.of(text.toString());
  }

  private static List<String> without(String text, String other) {
    var lines = new ArrayList<>(text.lines().toList());
    other.lines().forEach(lines::remove);
    return lines;
  }
}
