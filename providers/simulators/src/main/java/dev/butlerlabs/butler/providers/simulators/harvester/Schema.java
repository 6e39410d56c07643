package dev.butlerlabs.butler.providers.simulators.harvester;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Pattern;

/** The schema of a kind, made of one row of a table after the other; parents come first. */
final class Schema {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern STEP =
      Pattern.compile("([^.\\[\\]{}]+)((?:\\[\\]|\\{\\})*)(?:\\.|$)");

  private final ObjectNode root = JSON.createObjectNode().put("type", "object");

  ObjectNode root() {
    return root;
  }

  void add(String row) {
    var cells = row.split("\t", -1);
    var node = node(cells[0], cells.length > 2 && cells[2].equals("required"));
    if (cells[1].equals("int-or-string")) {
      node.put("x-kubernetes-int-or-string", true);
    } else {
      node.put("type", cells[1]);
    }
    if (cells.length > 3) {
      node.setAll((ObjectNode) json(cells[3]));
    }
  }

  private ObjectNode node(String path, boolean required) {
    var node = root;
    var step = STEP.matcher(path);
    while (step.find()) {
      var parent = node;
      node = parent.withObjectProperty("properties").withObjectProperty(step.group(1));
      if (required && step.end() == path.length()) {
        parent.withArrayProperty("required").add(step.group(1));
      }
      for (var i = 0; i < step.group(2).length(); i += 2) {
        var list = step.group(2).charAt(i) == '[';
        node = node.withObjectProperty(list ? "items" : "additionalProperties");
      }
    }
    return node;
  }

  private static JsonNode json(String cell) {
    try {
      return JSON.readTree(cell);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException("no JSON in the table: " + cell, wrong);
    }
  }
}
