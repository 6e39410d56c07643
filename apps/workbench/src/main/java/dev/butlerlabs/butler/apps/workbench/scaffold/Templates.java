package dev.butlerlabs.butler.apps.workbench.scaffold;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The templates beside this class: files to make, and edits of files that are there. */
final class Templates {

  private static final String FILE = "== ";
  private static final String PLACE = "-- ";

  private Templates() {}

  /** Path and content of every file to make. */
  static Map<String, String> files(ProviderName name) {
    var files = new LinkedHashMap<String, String>();
    read("files.txt")
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.split("\\s+", 2))
        .forEach(row -> files.put(name.fill(row[1].strip()), name.fill(read(row[0]))));
    return files;
  }

  /**
   * In {@code edits.txt} a line {@code == FILE} opens a file and {@code -- PLACE} an edit in it, a
   * regular expression on one line; the lines up to the next of these are what replaces it.
   */
  static List<Edit> edits(ProviderName name) {
    var edits = new ArrayList<Edit>();
    var file = "";
    var place = "";
    var text = new ArrayList<String>();
    for (var line : (read("edits.txt") + "\n" + FILE).lines().toList()) {
      if (!line.startsWith(FILE) && !line.startsWith(PLACE)) {
        if (!place.isEmpty()) {
          text.add(line);
        }
        continue;
      }
      if (!place.isEmpty()) {
        edits.add(
            new Edit(file, Pattern.compile(name.fill(place)), name.fill(String.join("\n", text))));
      }
      text.clear();
      if (line.startsWith(FILE)) {
        file = line.substring(FILE.length()).strip();
        place = "";
      } else {
        place = line.substring(PLACE.length());
      }
    }
    return edits;
  }

  private static String read(String resource) {
    try (var in = Templates.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + " is not beside Templates");
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
