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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A cache that is exactly as old as the test wants: as of the last look, and no newer. */
final class Snapshot implements Cache {

  private static final List<Class<? extends HasMetadata>> WRITTEN =
      List.of(
          MachineRequest.class, LoadBalancerRequest.class, ImageSync.class, ProviderConfig.class);

  private static final List<Class<? extends HasMetadata>> CLUSTER_WIDE =
      List.of(ButlerConfig.class, Team.class);

  private final KubernetesClient client;
  private final String namespace;
  private final Map<Class<?>, List<? extends HasMetadata>> objects = new ConcurrentHashMap<>();

  Snapshot(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /** Catches up with what is stored; a list may take a while, so all are asked for at once. */
  void look() {
    try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
      var reading = new ArrayList<Future<?>>();
      for (var type : WRITTEN) {
        reading.add(readers.submit(() -> read(type)));
      }
      reading.add(readers.submit(() -> read(Secret.class)));
      for (var type : CLUSTER_WIDE) {
        reading.add(readers.submit(() -> readAll(type)));
      }
      reading.forEach(Snapshot::join);
    }
  }

  private void read(Class<? extends HasMetadata> type) {
    objects.put(type, client.resources(type).inNamespace(namespace).list().getItems());
  }

  private void readAll(Class<? extends HasMetadata> type) {
    objects.put(type, client.resources(type).list().getItems());
  }

  private static void join(Future<?> reading) {
    try {
      reading.get();
    } catch (ExecutionException failed) {
      throw new IllegalStateException("cannot look at what is stored", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
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
