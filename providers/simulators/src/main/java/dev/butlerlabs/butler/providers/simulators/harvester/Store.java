package dev.butlerlabs.butler.providers.simulators.harvester;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One namespace of the API server, seen and written with an administrator's rights. */
final class Store {

  static final ObjectMapper JSON = new ObjectMapper();

  /** Somebody wrote or removed it in between. */
  private static final Set<Integer> WRITTEN = Set.of(404, 409);

  private final KubernetesClient client;
  private final String namespace;

  Store(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  String namespace() {
    return namespace;
  }

  List<ObjectNode> list(Kind kind) {
    var items = new ArrayList<ObjectNode>();
    read(client.raw(kind.path(namespace)))
        .ifPresent(list -> list.path("items").forEach(item -> items.add((ObjectNode) item)));
    return items;
  }

  Optional<ObjectNode> find(Kind kind, String name) {
    return read(client.raw(kind.path(namespace) + "/" + name)).map(ObjectNode.class::cast);
  }

  /** As it is stored; nothing when it was there already. */
  Optional<ObjectNode> create(Kind kind, JsonNode object) {
    return unless(Set.of(409), () -> client.raw(kind.path(namespace), "POST", object.toString()));
  }

  /** Writes the object back; one that somebody wrote in between is left to the next turn. */
  Optional<ObjectNode> put(Kind kind, JsonNode object) {
    return unless(WRITTEN, () -> client.raw(path(kind, object), "PUT", object.toString()));
  }

  Optional<ObjectNode> putStatus(Kind kind, JsonNode object) {
    return unless(
        WRITTEN, () -> client.raw(path(kind, object) + "/status", "PUT", object.toString()));
  }

  void delete(Kind kind, String name) {
    var _ =
        unless(Set.of(404), () -> client.raw(kind.path(namespace) + "/" + name, "DELETE", "{}"));
  }

  private String path(Kind kind, JsonNode object) {
    return kind.path(namespace) + "/" + name(object);
  }

  private static Optional<ObjectNode> unless(Set<Integer> expected, Call call) {
    try {
      return read(call.make()).map(ObjectNode.class::cast);
    } catch (KubernetesClientException refused) {
      if (!expected.contains(refused.getCode())) {
        throw refused;
      }
      return Optional.empty();
    }
  }

  private interface Call {
    @Nullable String make();
  }

  private static Optional<JsonNode> read(@Nullable String json) {
    try {
      return json == null ? Optional.empty() : Optional.of(JSON.readTree(json));
    } catch (JsonProcessingException broken) {
      throw new IllegalStateException("the API server answered no JSON", broken);
    }
  }

  static String name(JsonNode object) {
    return object.at("/metadata/name").asText();
  }

  static boolean leaving(JsonNode object) {
    return object.at("/metadata").hasNonNull("deletionTimestamp");
  }

  static Optional<String> annotation(JsonNode object, String key) {
    var value = object.path("metadata").path("annotations").path(key);
    return value.isTextual() ? Optional.of(value.asText()) : Optional.empty();
  }

  static boolean finalizedBy(JsonNode object, String finalizer) {
    for (var held : object.at("/metadata/finalizers")) {
      if (held.asText().equals(finalizer)) {
        return true;
      }
    }
    return false;
  }

  static void release(ObjectNode object, String finalizer) {
    var kept = JSON.createArrayNode();
    object
        .at("/metadata/finalizers")
        .forEach(
            held -> {
              if (!held.asText().equals(finalizer)) {
                kept.add(held);
              }
            });
    object.withObjectProperty("metadata").set("finalizers", kept);
  }

  /** Replaces the condition of that type. */
  static void condition(ObjectNode object, Map<String, String> condition) {
    var status = object.withObjectProperty("status");
    var kept = JSON.createArrayNode();
    status
        .path("conditions")
        .forEach(
            old -> {
              if (!old.path("type").asText().equals(condition.get("type"))) {
                kept.add(old);
              }
            });
    kept.add(JSON.valueToTree(condition));
    status.set("conditions", kept);
  }
}
