package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/**
 * What the demand looks at.
 *
 * @param namespace the only namespace that is looked at, {@code ""} for all
 */
public record DemandKinds(String namespace) {

  /** The whole cluster. */
  public static DemandKinds everywhere() {
    return new DemandKinds("");
  }

  public Kind<TenantCluster> clusters() {
    return kind(TenantCluster.class);
  }

  public Kind<ProviderConfig> providers() {
    return kind(ProviderConfig.class);
  }

  Kind<NetworkPool> pools() {
    return kind(NetworkPool.class);
  }

  public Kind<IPAllocation> claims() {
    return kind(IPAllocation.class);
  }

  /** By the cluster they are for. */
  public Index<IPAllocation> claimsByCluster() {
    return new Index<>(
        claims(), "demand-cluster", claim -> List.of(ClaimReading.cluster(claim).toString()));
  }

  /** By the infrastructure they run on. */
  Index<TenantCluster> clustersByProvider() {
    return new Index<>(
        clusters(),
        "demand-provider",
        cluster -> Surroundings.provider(cluster).map(ObjectKey::toString).stream().toList());
  }

  /** By the namespace that holds their parts, the kubeconfig among them. */
  Index<TenantCluster> clustersByParts() {
    return new Index<>(
        clusters(),
        "demand-parts",
        cluster -> {
          var status = cluster.getStatus();
          return status == null || status.tenantNamespace() == null
              ? List.of()
              : List.of(status.tenantNamespace());
        });
  }

  /** The cluster a claim is for. */
  public static ObjectKey clusterOf(IPAllocation claim) {
    return ClaimReading.cluster(claim);
  }

  public static ObjectKey keyOf(HasMetadata object) {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  private <T extends HasMetadata> Kind<T> kind(Class<T> type) {
    var all = Kind.of(type);
    return namespace.isEmpty() ? all : all.in(namespace);
  }
}
