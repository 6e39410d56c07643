package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A cache that is exactly as old as the test wants: as of the last look, and no newer. */
final class Snapshot implements Cache {

  private final KubernetesClient client;
  private final Map<Kind<?>, List<? extends HasMetadata>> objects = new HashMap<>();
  private final List<Kind<? extends HasMetadata>> kinds;

  Snapshot(KubernetesClient client, List<Kind<? extends HasMetadata>> kinds) {
    this.client = client;
    this.kinds = kinds;
  }

  /** Catches up with what is stored. */
  void look() {
    for (var kind : kinds) {
      objects.put(kind, read(kind));
    }
  }

  private <T extends HasMetadata> List<T> read(Kind<T> kind) {
    var some = client.resources(kind.type()).inNamespace(kind.namespace());
    return kind.selector().isEmpty()
        ? some.list().getItems()
        : some.withLabelSelector(kind.selector()).list().getItems();
  }

  @Override
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return list(kind).stream()
        .filter(one -> one.getMetadata().getName().equals(key.name()))
        .filter(one -> one.getMetadata().getNamespace().equals(key.namespace()))
        .findFirst();
  }

  // Safe: look() puts in what it read of the kind.
  @SuppressWarnings("unchecked")
  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    return (List<T>) Objects.requireNonNull(objects.get(kind), () -> kind + " were not looked at");
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
    return list(kind).stream()
        .filter(one -> one.getMetadata().getNamespace().equals(namespace))
        .toList();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
    return list(index.kind()).stream()
        .filter(one -> index.values().apply(one).contains(value))
        .toList();
  }
}
