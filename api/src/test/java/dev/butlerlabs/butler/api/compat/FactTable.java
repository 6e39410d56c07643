package dev.butlerlabs.butler.api.compat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.compat.Facts.Field;
import dev.butlerlabs.butler.api.compat.Facts.Header;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the tables of facts about the released CRDs. */
final class FactTable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private FactTable() {}

  static Facts read(Path file) throws IOException {
    var title = "";
    var columns = new ArrayList<String>();
    var fields = new TreeMap<String, Field>();
    for (var line : Files.readAllLines(file)) {
      var cells = line.split("\t", -1);
      if (cells[0].equals("# column")) {
        columns.add(String.join(" | ", List.of(cells).subList(1, cells.length)));
      } else if (line.startsWith("# ") && title.isEmpty()) {
        title = line.substring(2);
      } else if (!line.startsWith("#") && !line.isBlank()) {
        fields.put(cells[0], field(cells));
      }
    }
    return new Facts(header(title, columns), fields);
  }

  private static Header header(String title, List<String> columns) {
    var words = title.split(" ", -1);
    var facts = new TreeMap<String, String>();
    for (var word : words) {
      var cut = word.indexOf('=');
      if (cut > 0) {
        facts.put(word.substring(0, cut), word.substring(cut + 1));
      }
    }
    return new Header(
        words[0],
        words[1],
        facts.getOrDefault("plural", ""),
        facts.getOrDefault("scope", ""),
        set(facts.getOrDefault("short", "")),
        set(facts.getOrDefault("subresources", "")),
        columns,
        List.of());
  }

  private static Set<String> set(String text) {
    return text.isEmpty() ? Set.of() : new TreeSet<>(List.of(text.split(",", -1)));
  }

  private static Field field(String[] cells) throws IOException {
    var values = new LinkedHashSet<String>();
    if (!cells[4].isEmpty()) {
      JSON.readTree(cells[4]).forEach(value -> values.add(value.asText()));
    }
    return new Field(
        cells[1],
        cells[2].equals("required"),
        cells[3].isEmpty() ? "" : JSON.readTree(cells[3]).toString(),
        values,
        limits(cells[5]));
  }

  private static Map<String, String> limits(String text) throws IOException {
    var limits = new TreeMap<String, String>();
    if (!text.isEmpty()) {
      for (var entry : JSON.readTree(text).properties()) {
        limits.put(entry.getKey(), plain(entry.getValue()));
      }
    }
    return limits;
  }

  private static String plain(JsonNode node) {
    return node.isTextual() ? node.asText() : node.toString();
  }
}
