package dev.butlerlabs.butler.api.compat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.compat.Facts.Field;
import dev.butlerlabs.butler.api.compat.Facts.Header;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The same facts, taken from a CRD of ours. */
final class CrdFacts {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> LIMITS =
      List.of(
          "format",
          "minimum",
          "maximum",
          "minLength",
          "maxLength",
          "minItems",
          "maxItems",
          "pattern",
          "x-kubernetes-list-type",
          "x-kubernetes-list-map-keys",
          "x-kubernetes-preserve-unknown-fields");

  private final Map<String, Field> fields = new TreeMap<>();

  private CrdFacts() {}

  static Facts of(JsonNode crd) {
    var facts = new CrdFacts();
    var version = crd.at("/spec/versions/0");
    var properties = version.at("/schema/openAPIV3Schema/properties");
    for (var part : List.of("spec", "status")) {
      if (properties.has(part)) {
        facts.walk(part, properties.get(part), false);
      }
    }
    return new Facts(header(crd, version), facts.fields);
  }

  private static Header header(JsonNode crd, JsonNode version) {
    var names = crd.at("/spec/names");
    var columns = new ArrayList<String>();
    for (var column : version.path("additionalPrinterColumns")) {
      columns.add(
          "%s | %s | %s | priority=%d"
              .formatted(
                  column.path("name").asText(),
                  column.path("type").asText(),
                  column.path("jsonPath").asText(),
                  column.path("priority").asInt()));
    }
    return new Header(
        crd.at("/spec/group").asText() + "/" + version.path("name").asText(),
        names.path("kind").asText(),
        names.path("plural").asText(),
        crd.at("/spec/scope").asText(),
        texts(names.path("shortNames")),
        fieldNames(version.path("subresources")),
        columns,
        rules(version.at("/schema/openAPIV3Schema")));
  }

  private static List<String> rules(JsonNode schema) {
    var rules = new ArrayList<String>();
    schema.path("x-kubernetes-validations").forEach(rule -> rules.add(rule.path("rule").asText()));
    return rules;
  }

  private static Set<String> texts(JsonNode list) {
    var set = new TreeSet<String>();
    list.forEach(item -> set.add(item.asText()));
    return set;
  }

  private static Set<String> fieldNames(JsonNode object) {
    var set = new TreeSet<String>();
    object.fieldNames().forEachRemaining(set::add);
    return set;
  }

  private void walk(String path, JsonNode schema, boolean required) {
    fields.put(path, field(schema, required));
    var must = texts(schema.path("required"));
    for (var property : schema.path("properties").properties()) {
      walk(path + "." + property.getKey(), property.getValue(), must.contains(property.getKey()));
    }
    if (schema.has("items")) {
      walk(path + "[]", schema.get("items"), false);
    }
    if (schema.path("additionalProperties").isObject()) {
      walk(path + "{}", schema.get("additionalProperties"), false);
    }
  }

  private static Field field(JsonNode schema, boolean required) {
    var values = new LinkedHashSet<String>();
    schema.path("enum").forEach(value -> values.add(value.asText()));
    var limits = new TreeMap<String, String>();
    for (var name : LIMITS) {
      if (schema.has(name)) {
        var value = schema.get(name);
        limits.put(name, value.isTextual() ? value.asText() : value.toString());
      }
    }
    var rules = rules(schema);
    if (!rules.isEmpty()) {
      limits.put("rules", JSON.valueToTree(rules).toString());
    }
    return new Field(
        type(schema),
        required,
        schema.has("default") ? schema.get("default").toString() : "",
        values,
        limits);
  }

  private static String type(JsonNode schema) {
    if (schema.has("x-kubernetes-int-or-string")) {
      return "int-or-string";
    }
    return schema.path("type").asText("any");
  }
}
