package dev.butlerlabs.butler.providers.harvester.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What any object of the API tells about itself. */
final class Seen {

  private Seen() {}

  static String name(JsonNode object) {
    return object.at("/metadata/name").asText();
  }

  static String uid(JsonNode object) {
    return object.at("/metadata/uid").asText();
  }

  static boolean leaving(JsonNode object) {
    return object.at("/metadata").hasNonNull("deletionTimestamp");
  }

  /** It carries the owner's mark. */
  static boolean ownedBy(JsonNode object, String owner) {
    var labels = new LinkedHashMap<String, String>();
    object
        .at("/metadata/labels")
        .properties()
        .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
    return Ownership.proves(Map.copyOf(labels), owner);
  }

  static Optional<String> annotation(JsonNode object, String key) {
    var value = object.path("metadata").path("annotations").path(key);
    return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
  }

  /** The condition of that type. */
  static Optional<JsonNode> condition(JsonNode object, String type) {
    for (var condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  static boolean holds(JsonNode object, String type) {
    return condition(object, type)
        .filter(c -> c.path("status").asText().equals("True"))
        .isPresent();
  }
}
