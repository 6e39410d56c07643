package dev.butlerlabs.butler.api.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.catalog.Kinds;
import dev.butlerlabs.butler.api.schema.Crds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code kubectl explain} teaches: every field of every kind says what it is. */
class ExplainTest {

  @Test
  void everyFieldIsDescribedInASentence() {
    var silent = new ArrayList<String>();
    for (var kind : Kinds.all()) {
      var root = Crds.of(kind).at("/spec/versions/0/schema/openAPIV3Schema");
      for (var part : List.of("spec", "status")) {
        if (root.path("properties").has(part)) {
          walk(kind.getSimpleName() + "." + part, root.path("properties").get(part), silent);
        }
      }
    }

    assertThat(silent).isEmpty();
  }

  private static void walk(String path, JsonNode schema, List<String> silent) {
    var text = schema.path("description").asText();
    if (!text.endsWith(".") || text.length() < 12) {
      silent.add(path + ": \"" + text + "\"");
    }
    children(path, schema, silent);
  }

  private static void children(String path, JsonNode schema, List<String> silent) {
    for (var property : schema.path("properties").properties()) {
      walk(path + "." + property.getKey(), property.getValue(), silent);
    }
    if (schema.has("items")) {
      children(path + "[]", schema.get("items"), silent);
    }
    if (schema.path("additionalProperties").isObject()) {
      children(path + "{}", schema.get("additionalProperties"), silent);
    }
  }
}
