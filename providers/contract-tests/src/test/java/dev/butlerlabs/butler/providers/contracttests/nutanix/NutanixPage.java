package dev.butlerlabs.butler.providers.contracttests.nutanix;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The calls and permissions that the page about Nutanix tells users to grant. */
final class NutanixPage {

  private static final Path PAGE = Path.of("../../docs/contracts/provider-nutanix.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `((?:GET|POST|PUT|DELETE) /api/[^`]+)` \\| (?:`(\\w+)`)?.*\\|");

  private NutanixPage() {}

  /** The permission each call needs, or nothing; calls below one path or all. */
  static Map<String, String> permissions(Pattern calls) {
    var rows = new TreeMap<String, String>();
    try (var lines = Files.lines(PAGE)) {
      lines
          .map(ROW::matcher)
          .filter(row -> row.matches() && calls.matcher(row.group(1)).find())
          .forEach(row -> rows.put(row.group(1), row.group(2) == null ? "" : row.group(2)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows;
  }
}
