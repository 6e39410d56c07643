package dev.butlerlabs.butler.bench.hosted;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Looks on until so many objects whose names begin alike were told to be Ready. */
final class ReadyCount implements ResourceEventHandler<GenericKubernetesResource> {

  private final int wanted;
  private final String prefix;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> all = new CompletableFuture<>();

  ReadyCount(int wanted, String prefix) {
    this.wanted = wanted;
    this.prefix = prefix;
  }

  CompletableFuture<Void> all() {
    return all;
  }

  @Override
  public void onAdd(GenericKubernetesResource object) {
    var name = object.getMetadata().getName();
    if (name.startsWith(prefix) && ready(object) && seen.add(name) && seen.size() == wanted) {
      all.complete(null);
    }
  }

  @Override
  public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
    onAdd(after);
  }

  @Override
  public void onDelete(GenericKubernetesResource object, boolean unseen) {}

  private static boolean ready(GenericKubernetesResource object) {
    JsonNode tree = WireFormat.mapper().valueToTree(object);
    for (var condition : tree.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }
}
