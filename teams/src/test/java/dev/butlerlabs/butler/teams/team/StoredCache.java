package dev.butlerlabs.butler.teams.team;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A cache that is never late: it asks the store, by a client without faults. */
public record StoredCache(KubernetesClient client) implements Cache {

  @Override
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return list(kind).stream()
        .filter(one -> one.getMetadata().getName().equals(key.name()))
        .filter(one -> namespace(one).equals(key.namespace()))
        .findFirst();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    var all = client.resources(kind.type()).inAnyNamespace();
    return kind.selector().isEmpty()
        ? all.list().getItems()
        : all.withLabelSelector(kind.selector()).list().getItems();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
    return list(kind).stream().filter(one -> namespace(one).equals(namespace)).toList();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
    return list(index.kind()).stream()
        .filter(object -> index.values().apply(object).contains(value))
        .toList();
  }

  private static String namespace(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getNamespace(), "");
  }
}
