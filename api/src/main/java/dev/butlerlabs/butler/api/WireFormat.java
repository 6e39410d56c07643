package dev.butlerlabs.butler.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Quantity;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How our records are written and read: the one mapper of the project.
 *
 * <p>Reading is lenient, because objects are also written by other versions and other programs: an
 * unknown field is passed over and an unknown enum value reads as absent. Writing leaves out what
 * is absent; an empty list or map counts as absent.
 */
public final class WireFormat {

  // A mapper learns each type once; whoever made one of their own would learn them all again.
  private static final ObjectMapper MAPPER = configure(new ObjectMapper());
  private static final KubernetesSerialization SERIALIZATION = forClients();

  private WireFormat() {}

  /** Shared by all: it is not to be configured further. */
  public static ObjectMapper mapper() {
    return MAPPER;
  }

  /** For a client: the same rules, plus Kubernetes' own types. Shared by all, like the mapper. */
  public static KubernetesSerialization serialization() {
    return SERIALIZATION;
  }

  /** As JSON with the keys of every object in order: equal content is equal text. */
  public static String sorted(Object value) {
    return sorted(SERIALIZATION.convertValue(value, JsonNode.class)).toString();
  }

  private static JsonNode sorted(JsonNode tree) {
    if (tree instanceof ArrayNode list) {
      var items = MAPPER.createArrayNode();
      list.forEach(item -> items.add(sorted(item)));
      return items;
    }
    if (tree instanceof ObjectNode object) {
      var fields = new TreeMap<String, JsonNode>();
      object.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
      return MAPPER.createObjectNode().setAll(fields);
    }
    return tree;
  }

  private static KubernetesSerialization forClients() {
    // Clients name the types they read, so the class path is not searched for all of Kubernetes'
    // kinds, which would take a good part of a process's start. A watch that ends with an error is
    // the exception: it sends a Status, whatever type was asked for.
    var serialization = new KubernetesSerialization(configure(new ObjectMapper()), false);
    serialization.registerKubernetesResource(Status.class);
    return serialization;
  }

  private static ObjectMapper configure(ObjectMapper mapper) {
    mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    mapper.configure(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL, true);
    var present =
        JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS);
    mapper.configOverride(List.class).setInclude(present);
    mapper.configOverride(Map.class).setInclude(present);
    return mapper.registerModule(scalars());
  }

  private static SimpleModule scalars() {
    var module = new SimpleModule("butler-scalars");
    scalar(module, Quantity.class, Quantity::text, Quantity::new);
    scalar(module, Instant.class, Instant::toString, WireFormat::instant);
    scalar(module, Truth.class, Truth::wire, WireFormat::truth);
    return module;
  }

  /** A time somebody wrote wrongly reads as absent, like an unknown enum value. */
  private static @Nullable Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException wrong) {
      return null;
    }
  }

  private static Truth truth(String text) {
    return switch (text) {
      case "True" -> Truth.TRUE;
      case "False" -> Truth.FALSE;
      default -> Truth.UNKNOWN;
    };
  }

  private static <T> void scalar(
      SimpleModule module,
      Class<T> type,
      Function<T, String> write,
      Function<String, @Nullable T> read) {
    module.addSerializer(
        type,
        new JsonSerializer<>() {
          @Override
          public void serialize(T value, JsonGenerator out, SerializerProvider context)
              throws IOException {
            out.writeString(write.apply(value));
          }
        });
    module.addDeserializer(
        type,
        new JsonDeserializer<>() {
          @Override
          public @Nullable T deserialize(JsonParser in, DeserializationContext context)
              throws IOException {
            return read.apply(in.getText());
          }
        });
  }
}
