package dev.butlerlabs.butler.sandbox.node.pod;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads objects field by field and remembers what nobody here understands. */
final class Fields {

  private final List<String> refusals = new ArrayList<>();

  List<String> refusals() {
    return List.copyOf(refusals);
  }

  void refuse(String path, String why) {
    refusals.add(path + ": " + why);
  }

  /** Refuses each field of the object that is not among the known ones. */
  JsonNode only(JsonNode object, String path, Set<String> known) {
    for (var entry : object.properties()) {
      if (!known.contains(entry.getKey()) && meansSomething(entry.getValue())) {
        refuse(path + "." + entry.getKey(), "is not supported by the process node");
      }
    }
    return object;
  }

  /** False, an empty list or an empty object ask for nothing. */
  private static boolean meansSomething(JsonNode value) {
    return !(value.isNull()
        || (value.isBoolean() && !value.asBoolean())
        || (value.isContainerNode() && value.isEmpty())
        || (value.isTextual() && value.asText().isEmpty()));
  }

  static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  static Map<String, String> textMap(JsonNode object) {
    var map = new LinkedHashMap<String, String>();
    object.properties().forEach(entry -> map.put(entry.getKey(), entry.getValue().asText()));
    return map;
  }
}
