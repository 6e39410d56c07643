package dev.butlerlabs.butler.api.compat;

import dev.butlerlabs.butler.api.compat.Comparison.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The deliberate differences, each with its reason: {@code plural TAB path TAB aspect TAB reason}.
 * A path or plural may end in {@code *}.
 */
record ReviewedDifferences(List<Entry> entries) {

  record Entry(String plural, String path, String aspect, String reason) {

    boolean covers(Difference difference) {
      return fits(plural, difference.plural())
          && fits(path, difference.path())
          && aspect.equals(difference.aspect());
    }

    private static boolean fits(String pattern, String text) {
      return pattern.endsWith("*")
          ? text.startsWith(pattern.substring(0, pattern.length() - 1))
          : pattern.equals(text);
    }
  }

  static ReviewedDifferences read(Path file) throws IOException {
    var entries = new ArrayList<Entry>();
    for (var line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      var cells = line.split("\t", -1);
      if (cells.length != 4 || cells[3].isBlank()) {
        throw new IllegalStateException(
            file + ": a line has four cells (plural, path, aspect, reason): " + line);
      }
      entries.add(new Entry(cells[0], cells[1], cells[2], cells[3]));
    }
    return new ReviewedDifferences(entries);
  }

  List<Difference> notCovered(List<Difference> differences) {
    return differences.stream()
        .filter(difference -> entries.stream().noneMatch(entry -> entry.covers(difference)))
        .toList();
  }

  /** Entries that excuse nothing any more. */
  List<Entry> stale(List<Difference> differences) {
    return entries.stream().filter(entry -> differences.stream().noneMatch(entry::covers)).toList();
  }
}
