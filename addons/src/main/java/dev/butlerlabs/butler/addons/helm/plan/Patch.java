package dev.butlerlabs.butler.addons.helm.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A change to objects that a chart renders.
 *
 * @param group of their kind; empty for Kubernetes' own core
 * @param name empty for all of the kind
 * @param change laid over the object, map by map; null takes a field away, lists are replaced
 */
public record Patch(String group, String kind, String name, JsonNode change) {

  boolean concerns(JsonNode object) {
    var version = object.path("apiVersion").asText();
    var slash = version.indexOf('/');
    return object.path("kind").asText().equals(kind)
        && (slash < 0 ? "" : version.substring(0, slash)).equals(group)
        && (name.isEmpty() || object.at("/metadata/name").asText().equals(name));
  }

  ObjectNode applied(ObjectNode object) {
    return (ObjectNode) merged(object, change);
  }

  /** As RFC 7386 has it. */
  private static JsonNode merged(JsonNode below, JsonNode above) {
    if (!(above instanceof ObjectNode changes)) {
      return above;
    }
    var result =
        below instanceof ObjectNode object
            ? object.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    changes
        .properties()
        .forEach(
            one -> {
              if (one.getValue().isNull()) {
                result.remove(one.getKey());
              } else {
                result.set(one.getKey(), merged(result.path(one.getKey()), one.getValue()));
              }
            });
    return result;
  }

  /** Without the change: it may hold secrets. */
  @Override
  public String toString() {
    return "%s%s%s"
        .formatted(kind, group.isEmpty() ? "" : "." + group, name.isEmpty() ? "" : " " + name);
  }
}
