package dev.butlerlabs.butler.bench.addons;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.WireFormat;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Writes objects as they are given, with one call each. */
record Scribe(KubernetesClient client) {

  private static final String GROUP = "butler.butlerlabs.dev/v1alpha1";
  private static final int AT_ONCE = 24;
  private static final ObjectMapper JSON = new ObjectMapper();

  String json(Object object) {
    try {
      return JSON.writeValueAsString(object);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("an object cannot be written as JSON", impossible);
    }
  }

  /** A value of ours as it is stored. */
  static Object plain(Object value) {
    return WireFormat.mapper().convertValue(value, Map.class);
  }

  void create(String path, Object object) {
    client.raw(path, "POST", json(object));
  }

  void namespace(String name) {
    create(
        "/api/v1/namespaces",
        Map.of("apiVersion", "v1", "kind", "Namespace", "metadata", Map.of("name", name)));
  }

  /** One of our kinds; returns it as it is stored. */
  ObjectNode create(String kind, String namespace, String name, Map<String, ?> more) {
    return create(kind, namespace, name, more, List.of());
  }

  ObjectNode create(
      String kind, String namespace, String name, Map<String, ?> more, List<String> finalizers) {
    var object = new HashMap<String, Object>(more);
    object.put("apiVersion", GROUP);
    object.put("kind", kind);
    object.put("metadata", Map.of("name", name, "finalizers", finalizers));
    return read(client.raw(path(kind, namespace), "POST", json(object)));
  }

  /** Tells the status of what was just created. */
  void status(ObjectNode created, Map<String, ?> status) {
    var metadata = created.path("metadata");
    var path = path(created.path("kind").asText(), metadata.path("namespace").asText());
    created.set("status", JSON.valueToTree(status));
    client.raw(
        "%s/%s/status".formatted(path, metadata.path("name").asText()), "PUT", created.toString());
  }

  /** Plays the Deployment controller, which has seen what was wanted. */
  void observed(String path, ObjectNode object) {
    var seen = object.deepCopy();
    seen.putObject("status").put("observedGeneration", 1);
    client.raw(path, "PUT", seen.toString());
  }

  void replaceSpec(String kind, String name, Map<String, ?> spec) {
    var path = path(kind, "") + "/" + name;
    var object = read(client.raw(path));
    object.set("spec", JSON.valueToTree(spec));
    client.raw(path, "PUT", object.toString());
  }

  private static String path(String kind, String namespace) {
    return "/apis/%s%s/%ss"
        .formatted(
            GROUP,
            namespace.isEmpty() ? "" : "/namespaces/" + namespace,
            kind.toLowerCase(Locale.ROOT));
  }

  private static ObjectNode read(String answer) {
    try {
      return (ObjectNode) JSON.readTree(answer);
    } catch (JsonProcessingException odd) {
      throw new IllegalStateException("the API server did not answer with JSON", odd);
    }
  }

  /** Does something for each, many at a time. */
  static <T> void each(List<T> all, Consumer<T> what)
      throws InterruptedException, ExecutionException {
    try (var hands = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      var asked = new ArrayList<Future<?>>();
      for (var one : all) {
        asked.add(hands.submit(() -> what.accept(one)));
      }
      for (var one : asked) {
        one.get();
      }
    }
  }
}
