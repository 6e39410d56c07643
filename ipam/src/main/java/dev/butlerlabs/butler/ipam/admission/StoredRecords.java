package dev.butlerlabs.butler.ipam.admission;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks things up in the cluster: pools and providers, which are few, as they are stored; clusters
 * and claims, which are many, as this process has seen them.
 */
public final class StoredRecords implements Records {

  private static final Kind<IPAllocation> CLAIMS = Kind.of(IPAllocation.class);
  private static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);

  private final KubernetesClient client;
  private final Cache cache;

  public StoredRecords(KubernetesClient client, Cache cache) {
    this.client = client;
    this.cache = cache;
  }

  @Override
  public Optional<NetworkPool> findPool(ObjectKey key) {
    var named =
        client.resources(NetworkPool.class).inNamespace(key.namespace()).withName(key.name());
    return ask("NetworkPool", key, () -> Optional.ofNullable(named.get()));
  }

  @Override
  public List<NetworkPool> pools() {
    return stored(NetworkPool.class);
  }

  @Override
  public List<ProviderConfig> providers() {
    return stored(ProviderConfig.class);
  }

  @Override
  public List<TenantCluster> clusters() {
    return seen(() -> cache.list(CLUSTERS), TenantCluster.class);
  }

  @Override
  public List<IPAllocation> claims(ObjectKey pool) {
    return seen(() -> cache.list(CLAIMS, pool.namespace()), IPAllocation.class).stream()
        .filter(claim -> claim.getSpec() != null)
        .filter(claim -> pool.namespace().equals(namespace(claim)))
        .filter(claim -> pool.name().equals(claim.getSpec().poolRef().name()))
        .toList();
  }

  /** A process that has only just started has seen nothing yet, and asks. */
  private <T extends HasMetadata> List<T> seen(Supplier<List<T>> cached, Class<T> kind) {
    try {
      return cached.get();
    } catch (IllegalStateException notListedYet) {
      return stored(kind);
    }
  }

  private <T extends HasMetadata> List<T> stored(Class<T> kind) {
    return ask(
        HasMetadata.getKind(kind),
        ObjectKey.cluster("(all)"),
        () -> client.resources(kind).inAnyNamespace().list().getItems());
  }

  private static <T> T ask(String kind, ObjectKey key, Supplier<T> question) {
    return Asking.ask(new Attempt("read", kind, key), question).orElseThrow();
  }

  private static String namespace(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getNamespace(), "");
  }
}
