package dev.butlerlabs.butler.bench.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/** What one tenant of the stand-in has: Nodes that can be watched, and bodies kept as they came. */
final class Shelf {

  /** A body in the format its writer chose. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Kept(String format, byte[] body) {}

  /** Somebody who watches Nodes; events are in the order of their versions. */
  record Watcher(BlockingQueue<ObjectNode> events) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, ObjectNode> nodes = new LinkedHashMap<>();
  private final Map<String, Kept> kept = new ConcurrentHashMap<>();
  private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
  private long version = 1;

  /** Adds a Node, or replaces it. */
  synchronized ObjectNode put(ObjectNode node) {
    var name = node.at("/metadata/name").asText();
    var stored = node.deepCopy();
    stored.withObject("/metadata").put("resourceVersion", Long.toString(++version));
    var known = nodes.put(name, stored) != null;
    tell(known ? "MODIFIED" : "ADDED", stored);
    return stored;
  }

  synchronized Optional<ObjectNode> node(String name) {
    return Optional.ofNullable(nodes.get(name)).map(ObjectNode::deepCopy);
  }

  /** As a merge patch says; the fields of Nodes that are patched have no lists to be merged. */
  synchronized Optional<ObjectNode> patch(String name, JsonNode patch) {
    return node(name)
        .map(
            node -> {
              merge(node, patch);
              return put(node);
            });
  }

  synchronized Optional<ObjectNode> remove(String name) {
    var gone = Optional.ofNullable(nodes.remove(name));
    gone.ifPresent(
        node -> {
          node.withObject("/metadata").put("resourceVersion", Long.toString(++version));
          tell("DELETED", node);
        });
    return gone;
  }

  synchronized ObjectNode list() {
    var list = JSON.createObjectNode().put("kind", "NodeList").put("apiVersion", "v1");
    list.putObject("metadata").put("resourceVersion", Long.toString(version));
    list.putArray("items").addAll(List.copyOf(nodes.values()));
    return list;
  }

  /** What is there comes first, then a bookmark that says so, then what changes. */
  synchronized Watcher watchAll() {
    var watcher = watchSince(0);
    watcher.events().add(event("BOOKMARK", bookmark()));
    return watcher;
  }

  /** What came after that version, and what changes. Nodes that went before are not told. */
  synchronized Watcher watchSince(long since) {
    var watcher = new Watcher(new LinkedBlockingQueue<>());
    nodes.values().stream()
        .filter(node -> node.at("/metadata/resourceVersion").asLong() > since)
        .forEach(node -> watcher.events().add(event("ADDED", node)));
    watchers.add(watcher);
    return watcher;
  }

  void leave(Watcher watcher) {
    watchers.remove(watcher);
  }

  void keep(String path, Kept body) {
    kept.put(path, body);
  }

  Optional<Kept> kept(String path) {
    return Optional.ofNullable(kept.get(path));
  }

  private void tell(String type, ObjectNode node) {
    watchers.forEach(watcher -> watcher.events().add(event(type, node)));
  }

  private static ObjectNode event(String type, ObjectNode object) {
    return JSON.createObjectNode().put("type", type).set("object", object.deepCopy());
  }

  private ObjectNode bookmark() {
    var mark = JSON.createObjectNode().put("kind", "Node").put("apiVersion", "v1");
    mark.putObject("metadata")
        .put("resourceVersion", Long.toString(version))
        .putObject("annotations")
        .put("k8s.io/initial-events-end", "true");
    return mark;
  }

  private static void merge(ObjectNode into, JsonNode patch) {
    patch
        .properties()
        .forEach(
            field -> {
              var name = field.getKey();
              var wanted = field.getValue();
              if (wanted.isNull()) {
                into.remove(name);
              } else if (wanted.isObject()) {
                merge(
                    into.get(name) instanceof ObjectNode below ? below : into.putObject(name),
                    wanted);
              } else {
                into.set(name, wanted);
              }
            });
  }
}
