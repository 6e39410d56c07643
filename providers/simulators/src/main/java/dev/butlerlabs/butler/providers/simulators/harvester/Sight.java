package dev.butlerlabs.butler.providers.simulators.harvester;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the controllers see, as the caches of real ones: a kind is read once, and what they write
 * themselves is seen as it was stored. What others wrote they see after the next look.
 */
final class Sight {

  private final Store store;
  private final Map<Kind, Map<String, ObjectNode>> seen = new EnumMap<>(Kind.class);

  Sight(Store store) {
    this.store = store;
  }

  /** Everything is read anew. */
  void look() {
    seen.clear();
  }

  List<ObjectNode> list(Kind kind) {
    return List.copyOf(seen.computeIfAbsent(kind, this::read).values());
  }

  private Map<String, ObjectNode> read(Kind kind) {
    var all = new LinkedHashMap<String, ObjectNode>();
    store.list(kind).forEach(object -> all.put(Store.name(object), object));
    return all;
  }

  /** As it is stored now. */
  Optional<ObjectNode> find(Kind kind, String name) {
    return store.find(kind, name);
  }

  void create(Kind kind, JsonNode object) {
    keep(kind, store.create(kind, object));
  }

  void put(Kind kind, JsonNode object) {
    keep(kind, store.put(kind, object));
  }

  void putStatus(Kind kind, JsonNode object) {
    keep(kind, store.putStatus(kind, object));
  }

  void delete(Kind kind, String name) {
    store.delete(kind, name);
    seen.remove(kind);
  }

  /** What was not stored, somebody else wrote; what leaves and is held by nobody is gone. */
  private void keep(Kind kind, Optional<ObjectNode> stored) {
    var all = seen.get(kind);
    if (stored.isEmpty()) {
      seen.remove(kind);
    } else if (all != null) {
      var object = stored.get();
      if (Store.leaving(object) && object.at("/metadata/finalizers").isEmpty()) {
        all.remove(Store.name(object));
      } else {
        all.put(Store.name(object), object);
      }
    }
  }
}
