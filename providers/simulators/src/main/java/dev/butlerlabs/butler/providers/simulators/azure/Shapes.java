package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What bodies look like, from Microsoft's models, and the words about those that do not. */
final class Shapes {

  private final Map<String, Node> models = new HashMap<>();

  Shapes() {
    Definition.rows("models.tsv")
        .forEach(
            cells -> {
              var at = models.computeIfAbsent(cells[0] + ":" + cells[1], _ -> new Node());
              for (var name : cells[2].split("\\.", -1)) {
                at = at.inside.computeIfAbsent(name, _ -> new Node());
              }
              at.field = new Field(cells[0], cells[3], cells[4], limits(cells[5]));
            });
  }

  private static Map<String, String> limits(String cell) {
    var limits = new LinkedHashMap<String, String>();
    Pattern.compile(" (?=[a-z_]+=)")
        .splitAsStream(cell)
        .filter(limit -> !limit.isEmpty())
        .forEach(
            limit -> {
              var at = limit.indexOf('=');
              limits.put(limit.substring(0, at), limit.substring(at + 1));
            });
    return limits;
  }

  /** A place in a body: a field, or something that only holds fields, such as "properties". */
  private static final class Node {
    private final Map<String, Node> inside = new LinkedHashMap<>();
    private Field field = new Field("", "", "optional", Map.of());
  }

  private record Field(String space, String type, String use, Map<String, String> limits) {}

  int size() {
    return models.size();
  }

  /** Refuses what the model does not allow. */
  void check(String model, JsonNode body) {
    if (!body.isObject()) {
      throw format(model, "Unexpected token when deserializing object", "");
    }
    walk(model, require(model), body, "");
  }

  private Node require(String model) {
    var node = models.get(model);
    if (node == null) {
      throw new IllegalStateException("models.tsv has no " + model);
    }
    return node;
  }

  private void walk(String model, Node node, JsonNode body, String path) {
    for (var member : body.properties()) {
      var inside = node.inside.get(member.getKey());
      var at = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
      if (inside == null) {
        throw format(
            model,
            "Could not find member '%s' on object of type '%s'"
                .formatted(member.getKey(), model.substring(model.indexOf(':') + 1)),
            at);
      }
      if (inside.inside.isEmpty()) {
        value(model, inside.field, member.getValue(), at);
      } else if (member.getValue().isObject()) {
        walk(model, inside, member.getValue(), at);
      } else {
        throw convert(model, member.getValue(), "object", at);
      }
    }
    missing(model, node, body, path);
  }

  private static void missing(String model, Node node, JsonNode body, String path) {
    node.inside.forEach(
        (name, inside) -> {
          var at = path.isEmpty() ? name : path + "." + name;
          if (inside.field.use().equals("required") && body.path(name).isMissingNode()) {
            throw name.equals("location")
                ? Refused.badRequest(
                    "LocationRequired", "The location property is required for this definition.")
                : Refused.badRequest(
                    "InvalidParameter", "Required parameter '" + at + "' is missing (null).");
          }
          if (!inside.inside.isEmpty() && body.path(name).isMissingNode()) {
            missing(model, inside, body.path(name), at);
          }
        });
  }

  private void value(String model, Field field, JsonNode value, String at) {
    if (value.isNull() || field.use().equals("readonly")) {
      return;
    }
    var type = field.type();
    if (type.startsWith("[")) {
      if (!value.isArray()) {
        throw convert(model, value, "array", at);
      }
      var each = new Field(field.space(), inner(type), "optional", field.limits());
      for (var i = 0; i < value.size(); i++) {
        value(model, each, value.get(i), at + "[" + i + "]");
      }
    } else if (type.startsWith("{")) {
      if (!value.isObject()) {
        throw convert(model, value, "dictionary", at);
      }
      var each = new Field(field.space(), inner(type), "optional", field.limits());
      value
          .properties()
          .forEach(one -> value(model, each, one.getValue(), at + "." + one.getKey()));
    } else {
      single(model, field, value, at);
    }
  }

  private static String inner(String type) {
    return type.substring(1, type.length() - 1);
  }

  private void single(String model, Field field, JsonNode value, String at) {
    switch (field.type()) {
      case "str", "iso-8601" -> {
        if (!value.isTextual()) {
          throw convert(model, value, "System.String", at);
        }
      }
      case "int", "float" -> {
        if (field.type().equals("int") ? !value.isIntegralNumber() : !value.isNumber()) {
          throw convert(model, value, "System.Int32", at);
        }
        range(field, value.asDouble(), at);
      }
      case "bool" -> {
        if (!value.isBoolean()) {
          throw convert(model, value, "System.Boolean", at);
        }
      }
      case "enum" -> oneOf(field, value, at);
      case "object" -> {}
      default -> nested(model, field, value, at);
    }
  }

  private void nested(String model, Field field, JsonNode value, String at) {
    if (!value.isObject()) {
      throw convert(model, value, field.type(), at);
    }
    var name = field.space() + ":" + field.type();
    walk(name, require(name), value, at);
  }

  private static void range(Field field, double value, String at) {
    var least = field.limits().get("minimum");
    var most = field.limits().get("maximum");
    if ((least != null && value < Double.parseDouble(least))
        || (most != null && value > Double.parseDouble(most))) {
      throw Refused.badRequest(
          "InvalidParameter", "The value of parameter '%s' is out of range.".formatted(at));
    }
  }

  private static void oneOf(Field field, JsonNode value, String at) {
    var known = field.limits().getOrDefault("values", "").split("\\|", -1);
    if (!value.isTextual() || Arrays.stream(known).noneMatch(value.asText()::equalsIgnoreCase)) {
      throw Refused.badRequest(
          "InvalidParameter",
          "The value '%s' of parameter '%s' is not allowed. Allowed values are '%s'."
              .formatted(value.asText(), at, String.join(",", known)));
    }
  }

  private static Refused convert(String model, JsonNode value, String type, String at) {
    return format(model, "Error converting value " + value + " to type '" + type + "'", at);
  }

  /** Compute and Network say the same under different codes. */
  private static Refused format(String model, String problem, String at) {
    return Refused.badRequest(
        model.startsWith("network:") ? "InvalidRequestFormat" : "BadRequest",
        problem + ". Path '" + at + "'.");
  }
}
