package dev.butlerlabs.butler.ipam.ledger;

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
 * The part of the cluster whose addresses are looked after.
 *
 * @param platform the namespace that ledgers are kept in
 * @param namespace the only namespace that is looked at, {@code ""} for all
 */
public record Scope(String platform, String namespace) {

  /** The whole cluster. */
  public static Scope of(String platform) {
    return new Scope(platform, "");
  }

  public Kind<NetworkPool> pools() {
    return kind(NetworkPool.class);
  }

  public Kind<IPAllocation> claims() {
    return kind(IPAllocation.class);
  }

  public Kind<TenantCluster> clusters() {
    return kind(TenantCluster.class);
  }

  public Kind<ProviderConfig> providers() {
    return kind(ProviderConfig.class);
  }

  /** Claims by the pool they are on. */
  public Index<IPAllocation> claimsByPool() {
    return new Index<>(
        claims(),
        "pool",
        claim -> {
          var spec = claim.getSpec();
          return spec == null
              ? List.of()
              : List.of(key(claim.getMetadata().getNamespace(), spec.poolRef().name()));
        });
  }

  /** Claims by the tenant they are for. */
  public Index<IPAllocation> claimsByTenant() {
    return new Index<>(
        claims(),
        "tenant",
        claim -> {
          var spec = claim.getSpec();
          return spec == null
              ? List.of()
              : List.of(key(spec.tenantClusterRef().namespace(), spec.tenantClusterRef().name()));
        });
  }

  private static String key(String namespace, String name) {
    return new ObjectKey(namespace, name).toString();
  }

  private <T extends HasMetadata> Kind<T> kind(Class<T> type) {
    var all = Kind.of(type);
    return namespace.isEmpty() ? all : all.in(namespace);
  }
}
