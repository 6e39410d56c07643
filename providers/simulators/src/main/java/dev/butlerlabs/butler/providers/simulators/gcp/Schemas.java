package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the bodies of calls may hold, as Google's discovery documents have it. */
final class Schemas {

  private final Map<String, Map<String, Field>> schemas = new LinkedHashMap<>();

  /**
   * One field of a body.
   *
   * @param neededBy methods that are refused without it
   */
  record Field(String type, List<String> values, String pattern, List<String> neededBy) {}

  private Schemas() {}

  static Schemas load() {
    var schemas = new Schemas();
    for (var cells : Tables.rows("schemas.tsv")) {
      schemas
          .schemas
          .computeIfAbsent(cells.get(0), _ -> new LinkedHashMap<>())
          .put(
              cells.get(1),
              new Field(
                  cells.get(2),
                  cells.get(3).isEmpty() ? List.of() : List.of(cells.get(3).split("\\|", -1)),
                  cells.get(4),
                  List.of(cells.get(5).split(",", -1))));
    }
    return schemas;
  }

  /** Refuses what is not in the schema. */
  void check(String method, String schema, JsonNode body) {
    object(method, schema, "resource", body);
  }

  private void object(String method, String schema, String at, JsonNode body) {
    if (!body.isObject()) {
      throw wrongType(at, "object", body);
    }
    var fields = schemas.getOrDefault(schema, Map.of());
    body.properties()
        .forEach(
            entry -> {
              var field = fields.get(entry.getKey());
              if (field == null) {
                throw new Refused(
                    400,
                    "badRequest",
                    "Invalid JSON payload received. Unknown name \"%s\" at '%s': Cannot find field."
                        .formatted(entry.getKey(), at));
              }
              value(method, field, field.type(), at + "." + entry.getKey(), entry.getValue());
            });
    fields.forEach(
        (name, field) -> {
          if (field.neededBy().contains(method) && !body.has(name)) {
            throw new Refused(
                400, "required", "Required field '%s.%s' not specified".formatted(at, name));
          }
        });
  }

  private void value(String method, Field field, String type, String at, JsonNode value) {
    if (type.startsWith("array<")) {
      if (!value.isArray()) {
        throw wrongType(at, "array", value);
      }
      for (var i = 0; i < value.size(); i++) {
        value(method, field, inner(type), at + "[" + i + "]", value.path(i));
      }
    } else if (type.startsWith("map<")) {
      if (!value.isObject()) {
        throw wrongType(at, "map", value);
      }
      value
          .properties()
          .forEach(
              entry ->
                  value(method, field, inner(type), at + "." + entry.getKey(), entry.getValue()));
    } else if (type.startsWith("object:")) {
      object(method, type.substring("object:".length()), at, value);
    } else {
      plain(field, type, at, value);
    }
  }

  private static String inner(String type) {
    return type.substring(type.indexOf('<') + 1, type.length() - 1);
  }

  private static void plain(Field field, String type, String at, JsonNode value) {
    var right =
        switch (type) {
          case "boolean" -> value.isBoolean();
          case "integer:int32", "integer:uint32" ->
              value.isIntegralNumber() || value.asText().matches("-?\\d{1,9}");
          case "string:int64", "string:uint64" ->
              value.isIntegralNumber()
                  || (value.isTextual() && value.asText().matches("-?\\d{1,19}"));
          case "number:float", "number:double" -> value.isNumber();
          case "any" -> true;
          default -> value.isTextual();
        };
    if (!right) {
      throw wrongType(at, type, value);
    }
    if (!field.values().isEmpty() && !field.values().contains(value.asText())) {
      throw Refused.invalid(at, value.asText(), "Must be one of " + field.values());
    }
    if (!field.pattern().isEmpty() && !value.asText().matches(field.pattern())) {
      throw Refused.invalid(
          at, value.asText(), "Must be a match of regex '" + field.pattern() + "'");
    }
  }

  private static Refused wrongType(String at, String type, JsonNode value) {
    return new Refused(400, "invalid", "Invalid value at '%s' (%s), %s".formatted(at, type, value));
  }
}
