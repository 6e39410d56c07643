package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A cache that is never late: it asks the store, by a client without faults. */
record StoredCache(KubernetesClient client) implements Cache {

  @Override
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return list(kind).stream()
        .filter(one -> one.getMetadata().getName().equals(key.name()))
        .filter(one -> namespace(one).equals(key.namespace()))
        .findFirst();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    return all(kind).map(kind.type()::cast).toList();
  }

  private Stream<? extends HasMetadata> all(Kind<?> kind) {
    if (kind.type().equals(GenericKubernetesResource.class)) {
      return client
          .genericKubernetesResources(kind.coordinates().toContext())
          .inAnyNamespace()
          .list()
          .getItems()
          .stream();
    }
    var all = client.resources(kind.type()).inAnyNamespace();
    var labelled = kind.selector().isEmpty() ? all : all.withLabelSelector(kind.selector());
    // One definition is asked for where one is meant: all of them are megabytes.
    var named = kind.name().isEmpty() ? labelled : labelled.withField("metadata.name", kind.name());
    return named.list().getItems().stream();
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
