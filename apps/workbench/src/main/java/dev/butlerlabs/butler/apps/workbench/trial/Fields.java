package dev.butlerlabs.butler.apps.workbench.trial;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** What became of the fields somebody wrote. */
final class Fields {

  private Fields() {}

  /** The path of the first field that says something and is not among those kept. */
  static Optional<String> lost(JsonNode given, JsonNode kept) {
    for (var field : given.properties()) {
      var name = field.getKey();
      var value = field.getValue();
      if (value.isNull() || (value.isContainerNode() && value.isEmpty() && kept.has(name))) {
        continue;
      }
      if (!kept.has(name)) {
        return Optional.of(name);
      }
      var deeper = lost(value, kept.get(name));
      if (deeper.isPresent()) {
        return deeper.map(rest -> name + "." + rest);
      }
    }
    for (var i = 0; given.isArray() && i < given.size(); i++) {
      var deeper = lost(given.get(i), kept.path(i));
      if (deeper.isPresent()) {
        return deeper;
      }
    }
    return Optional.empty();
  }
}
