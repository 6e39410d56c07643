package dev.butlerlabs.butler.providers.infratests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Pattern;

/** A schema that grows by one row of a table at a time; parents come before their children. */
final class TableSchema {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern STEP =
      Pattern.compile("([^.\\[\\]{}]+)((?:\\[\\]|\\{\\})*)(?:\\.|$)");

  private final ObjectNode root = JSON.createObjectNode().put("type", "object");

  void add(String row) {
    var cells = row.split("\t", -1);
    var node = node(cells[0], cells[2].equals("required"));
    type(node, cells[1]);
    if (!cells[3].isEmpty()) {
      node.set("default", json(cells[3]));
    }
    if (!cells[4].isEmpty()) {
      node.set("enum", json(cells[4]));
    }
    if (cells.length > 5 && !cells[5].isEmpty()) {
      limits(node, json(cells[5]));
    }
  }

  ObjectNode root() {
    return root;
  }

  private ObjectNode node(String path, boolean required) {
    var node = root;
    var step = STEP.matcher(path);
    while (step.find()) {
      var parent = node;
      node = child(node.withObject("/properties"), step.group(1));
      if (required && step.end() == path.length() && step.group(2).isEmpty()) {
        parent.withArray("required").add(step.group(1));
      }
      for (var i = 0; i < step.group(2).length(); i += 2) {
        var list = step.group(2).charAt(i) == '[';
        node = child(node, list ? "items" : "additionalProperties");
      }
    }
    return node;
  }

  private static ObjectNode child(ObjectNode parent, String name) {
    return parent.get(name) instanceof ObjectNode there ? there : parent.putObject(name);
  }

  private static void type(ObjectNode node, String type) {
    if (!type.equals("int-or-string")) {
      node.put("type", type);
      return;
    }
    node.put("x-kubernetes-int-or-string", true);
    var either = node.putArray("anyOf");
    either.addObject().put("type", "integer");
    either.addObject().put("type", "string");
  }

  private static void limits(ObjectNode node, JsonNode limits) {
    for (var limit : limits.properties()) {
      if (!limit.getKey().equals("rules")) {
        node.set(limit.getKey(), limit.getValue());
        continue;
      }
      var rules = node.putArray("x-kubernetes-validations");
      limit.getValue().forEach(rule -> rules.addObject().put("rule", rule.asText()));
    }
  }

  private static JsonNode json(String cell) {
    try {
      return JSON.readTree(cell);
    } catch (JsonProcessingException wrong) {
      throw new IllegalArgumentException("no JSON in a table: " + cell, wrong);
    }
  }
}
