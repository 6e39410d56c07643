package dev.butlerlabs.butler.bench.machines;

import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** One namespace as it was at one moment; a cache that knows when it is old. */
record Glance(Map<Class<?>, List<? extends HasMetadata>> objects) implements Cache {

  /**
   * What is stored now.
   *
   * @param secrets of the namespace; nobody changes them here
   */
  static Glance at(KubernetesClient client, String namespace, List<Secret> secrets) {
    return new Glance(
        Map.of(
            MachineRequest.class, read(client, namespace, MachineRequest.class),
            ProviderConfig.class, read(client, namespace, ProviderConfig.class),
            Secret.class, secrets,
            // Nobody orders these here.
            LoadBalancerRequest.class, List.of(),
            ImageSync.class, List.of(),
            Team.class, List.of()));
  }

  private static <T extends HasMetadata> List<T> read(
      KubernetesClient client, String namespace, Class<T> type) {
    return client.resources(type).inNamespace(namespace).list().getItems();
  }

  List<MachineRequest> requests() {
    return list(Kind.of(MachineRequest.class));
  }

  @Override
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return list(kind).stream()
        .filter(one -> one.getMetadata().getName().equals(key.name()))
        .findFirst();
  }

  // Safe: at() puts in what it read of the type.
  @SuppressWarnings("unchecked")
  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    return (List<T>)
        Objects.requireNonNull(objects.get(kind.type()), () -> kind + " was not looked at");
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
    return list(kind);
  }

  @Override
  public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
    return list(index.kind()).stream()
        .filter(one -> index.values().apply(one).contains(value))
        .toList();
  }
}
