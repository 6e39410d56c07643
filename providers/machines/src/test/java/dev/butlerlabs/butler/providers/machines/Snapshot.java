package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A cache that is exactly as old as the test wants: as of the last look, and no newer. */
final class Snapshot implements Cache {

  private static final List<Class<?>> WRITTEN =
      List.of(
          MachineRequest.class, LoadBalancerRequest.class, ImageSync.class, ProviderConfig.class);

  private final KubernetesClient client;
  private final String namespace;
  private final Map<Class<?>, List<? extends HasMetadata>> objects = new HashMap<>();

  Snapshot(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /** Catches up with what is stored. */
  void look() {
    read(MachineRequest.class);
    read(LoadBalancerRequest.class);
    read(ImageSync.class);
    read(ProviderConfig.class);
    read(Secret.class);
    objects.put(ButlerConfig.class, client.resources(ButlerConfig.class).list().getItems());
    objects.put(Team.class, client.resources(Team.class).list().getItems());
  }

  private <T extends HasMetadata> void read(Class<T> type) {
    objects.put(type, client.resources(type).inNamespace(namespace).list().getItems());
  }

  /** The same for two looks between which nothing was written. */
  String fingerprint() {
    var text = new StringBuilder();
    for (var type : WRITTEN) {
      of(type)
          .forEach(
              one ->
                  text.append(one.getMetadata().getName())
                      .append(one.getMetadata().getResourceVersion())
                      .append(' '));
    }
    return text.toString();
  }

  private List<? extends HasMetadata> of(Class<?> type) {
    return Objects.requireNonNull(objects.get(type), () -> type + " was not looked at");
  }

  @Override
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return list(kind).stream()
        .filter(one -> one.getMetadata().getName().equals(key.name()))
        .filter(
            one ->
                Objects.requireNonNullElse(one.getMetadata().getNamespace(), "")
                    .equals(key.namespace()))
        .findFirst();
  }

  // Safe: look() puts in what it read of the type.
  @SuppressWarnings("unchecked")
  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    return (List<T>) of(kind.type());
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind, String only) {
    return list(kind);
  }

  @Override
  public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
    return list(index.kind()).stream()
        .filter(one -> index.values().apply(one).contains(value))
        .toList();
  }
}
