package dev.butlerlabs.butler.steward.kubeconfigs;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/**
 * A cache that is always up to date, because it asks the API server each time.
 *
 * @param namespace where it looks for what has a namespace
 */
record StoredCache(KubernetesClient client, String namespace) implements Cache {

  @Override
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return Optional.ofNullable(
        client.resources(kind.type()).inNamespace(key.namespace()).withName(key.name()).get());
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    return list(kind, namespace);
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind, String where) {
    var all = client.resources(kind.type());
    var there = kind.coordinates().namespaced() ? all.inNamespace(where) : all;
    return kind.selector().isEmpty()
        ? there.list().getItems()
        : there.withLabelSelector(kind.selector()).list().getItems();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
    return list(index.kind()).stream()
        .filter(object -> index.values().apply(object).contains(value))
        .toList();
  }
}
