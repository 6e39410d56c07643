package dev.butlerlabs.butler.api.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Quantity;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** OpenAPI schemas of wire records, as the API server wants them (structural schemas). */
final class Schemas {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Schemas() {}

  /** The schema of a record with all its fields. */
  static ObjectNode ofRecord(Class<?> type) {
    var schema = NODES.objectNode().put("type", "object");
    describe(schema, type);
    var properties = NODES.objectNode();
    var required = NODES.arrayNode();
    fields(schema, type, properties, required);
    refusals(schema, type, properties);
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    if (!properties.isEmpty()) {
      schema.set("properties", properties);
    }
    rules(schema, type);
    return schema;
  }

  /** A part marked as unwrapped has its fields beside those of its owner. */
  private static void fields(
      ObjectNode schema, Class<?> type, ObjectNode properties, ArrayNode required) {
    for (var component : type.getRecordComponents()) {
      if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
        fields(schema, component.getType(), properties, required);
        rules(schema, component.getType());
        continue;
      }
      var name = wireName(component);
      properties.set(name, ofComponent(component));
      if (component.isAnnotationPresent(Required.class)) {
        required.add(name);
      }
    }
  }

  private static void refusals(ObjectNode schema, Class<?> type, ObjectNode properties) {
    for (var field : type.getAnnotationsByType(NoField.class)) {
      var shape = field.list() ? array(free(null)) : free(null);
      properties.set(
          field.name(), shape.put("description", "Always refused: " + field.message() + "."));
      var rule = NODES.objectNode().put("rule", "!has(self." + field.name() + ")");
      rule.put("message", field.message()).put("fieldPath", "." + field.name());
      schema.withArray("x-kubernetes-validations").add(rule);
    }
  }

  static String wireName(RecordComponent component) {
    var property = component.getAccessor().getAnnotation(JsonProperty.class);
    return property == null ? component.getName() : property.value();
  }

  private static ObjectNode ofComponent(RecordComponent component) {
    var open = component.getAnnotation(Open.class);
    var schema = ofType(component.getGenericType(), open);
    describe(schema, component);
    limits(schema, component);
    var fallback = component.getAnnotation(Default.class);
    if (fallback != null) {
      schema.set("default", fallbackValue(schema, fallback.value()));
    }
    rules(schema, component);
    return schema;
  }

  private static ObjectNode ofType(Type type, @org.jspecify.annotations.Nullable Open open) {
    return switch (type) {
      case ParameterizedType list when list.getRawType() == List.class ->
          array(ofType(list.getActualTypeArguments()[0], open));
      case ParameterizedType map when map.getRawType() == Map.class ->
          object(ofType(map.getActualTypeArguments()[1], open));
      case Class<?> node when JsonNode.class.isAssignableFrom(node) -> free(open);
      case Class<?> plain -> ofClass(plain);
      default -> throw new IllegalStateException("no schema for the type " + type);
    };
  }

  private static ObjectNode array(ObjectNode items) {
    var schema = NODES.objectNode().put("type", "array");
    schema.set("items", items);
    return schema;
  }

  private static ObjectNode object(ObjectNode values) {
    var schema = NODES.objectNode().put("type", "object");
    schema.set("additionalProperties", values);
    return schema;
  }

  private static ObjectNode free(@org.jspecify.annotations.Nullable Open open) {
    var schema = NODES.objectNode();
    if (open == null || !open.anyType()) {
      schema.put("type", "object");
    }
    return schema.put("x-kubernetes-preserve-unknown-fields", true);
  }

  private static ObjectNode ofClass(Class<?> type) {
    if (type == String.class) {
      return NODES.objectNode().put("type", "string");
    } else if (type == Boolean.class || type == boolean.class) {
      return NODES.objectNode().put("type", "boolean");
    } else if (type == Integer.class || type == int.class) {
      return NODES.objectNode().put("type", "integer").put("format", "int32");
    } else if (type == Long.class || type == long.class) {
      return NODES.objectNode().put("type", "integer").put("format", "int64");
    } else if (type == Instant.class) {
      return NODES.objectNode().put("type", "string").put("format", "date-time");
    } else if (type == Quantity.class) {
      return intOrString().put("pattern", WellKnown.QUANTITY_PATTERN);
    } else if (type == IntOrString.class) {
      return intOrString();
    } else if (type == Condition.class) {
      return WellKnown.condition();
    } else if (type.isEnum()) {
      return ofEnum(type);
    } else if (type.isRecord()) {
      return ofRecord(type);
    }
    throw new IllegalStateException("no schema for the type " + type.getName());
  }

  private static ObjectNode intOrString() {
    var schema = NODES.objectNode();
    schema.set(
        "anyOf",
        NODES
            .arrayNode()
            .add(NODES.objectNode().put("type", "integer"))
            .add(NODES.objectNode().put("type", "string")));
    return schema.put("x-kubernetes-int-or-string", true);
  }

  private static ObjectNode ofEnum(Class<?> type) {
    var values = NODES.arrayNode();
    for (var constant : type.getEnumConstants()) {
      values.add(enumText(type, (Enum<?>) constant));
    }
    var schema = NODES.objectNode().put("type", "string");
    schema.set("enum", values);
    return schema;
  }

  private static String enumText(Class<?> type, Enum<?> constant) {
    try {
      var property = type.getField(constant.name()).getAnnotation(JsonProperty.class);
      return property == null ? constant.name() : property.value();
    } catch (NoSuchFieldException impossible) {
      throw new IllegalStateException("an enum constant is a field of its enum", impossible);
    }
  }

  private static void describe(ObjectNode schema, AnnotatedElement element) {
    var doc = element.getAnnotation(Doc.class);
    if (doc != null) {
      schema.put("description", doc.value());
    }
  }

  private static JsonNode fallbackValue(ObjectNode schema, String text) {
    if (schema.path("type").asText().equals("string") || schema.has("x-kubernetes-int-or-string")) {
      return NODES.textNode(text);
    }
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException wrong) {
      throw new IllegalStateException("the default " + text + " is not JSON", wrong);
    }
  }

  private static void limits(ObjectNode schema, RecordComponent component) {
    var isList = schema.path("type").asText().equals("array");
    var text = isList ? (ObjectNode) schema.get("items") : schema;
    for (var annotation : component.getAnnotations()) {
      switch (annotation) {
        case Range range -> bounds(schema, "minimum", range.min(), "maximum", range.max());
        case Length length -> bounds(text, "minLength", length.min(), "maxLength", length.max());
        case Items items -> bounds(schema, "minItems", items.min(), "maxItems", items.max());
        case Pattern pattern -> text.put("pattern", pattern.value());
        case Format format when format.value().isEmpty() -> text.remove("format");
        case Format format -> text.put("format", format.value());
        case MapKey key -> {
          schema.put("x-kubernetes-list-type", "map");
          var names = schema.putArray("x-kubernetes-list-map-keys");
          List.of(key.value()).forEach(names::add);
        }
        case ListType listType -> schema.put("x-kubernetes-list-type", listType.value());
        default -> {}
      }
    }
  }

  private static void bounds(ObjectNode schema, String low, long min, String high, long max) {
    var isLength = low.startsWith("minL") || low.startsWith("minI");
    if (min != Long.MIN_VALUE && !(isLength && min == 0)) {
      schema.put(low, min);
    }
    if (max != Long.MAX_VALUE && !(isLength && max == Integer.MAX_VALUE)) {
      schema.put(high, max);
    }
  }

  static void rules(ObjectNode schema, AnnotatedElement element) {
    for (var rule : element.getAnnotationsByType(Rule.class)) {
      var entry = NODES.objectNode().put("rule", rule.value()).put("message", rule.message());
      if (!rule.fieldPath().isEmpty()) {
        entry.put("fieldPath", rule.fieldPath());
      }
      if (rule.optionalOldSelf()) {
        entry.put("optionalOldSelf", true);
      }
      schema.withArray("x-kubernetes-validations").add(entry);
    }
  }
}
