package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.NetworkSettings.TenantQuota;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.math.BigInteger;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How much tenants may have, by the ProviderConfig each of them is on. */
final class Quotas {

  private final Map<ObjectKey, TenantQuota> byProvider = new HashMap<>();
  private final Function<ObjectKey, Optional<TenantCluster>> tenants;

  Quotas(
      Collection<ProviderConfig> providers, Function<ObjectKey, Optional<TenantCluster>> tenants) {
    this.tenants = tenants;
    for (var provider : providers) {
      var spec = provider.getSpec();
      if (spec != null && spec.network() != null && spec.network().quotaPerTenant() != null) {
        var metadata = provider.getMetadata();
        byProvider.put(
            new ObjectKey(metadata.getNamespace(), metadata.getName()),
            spec.network().quotaPerTenant());
      }
    }
  }

  /** What the share may have; empty without a limit. Asks for no tenant where nobody has one. */
  Optional<BigInteger> limit(Share share) {
    if (byProvider.isEmpty()) {
      return Optional.empty();
    }
    return tenants
        .apply(share.tenant())
        .flatMap(Quotas::provider)
        .flatMap(provider -> Optional.ofNullable(byProvider.get(provider)))
        .flatMap(quota -> Optional.ofNullable(limit(quota, share.type())))
        .map(BigInteger::valueOf);
  }

  private static @Nullable Integer limit(TenantQuota quota, IPAllocationSpec.Type type) {
    return type == IPAllocationSpec.Type.NODES ? quota.maxNodeIPs() : quota.maxLoadBalancerIPs();
  }

  /** The one that was chosen, else the one that is named. */
  private static Optional<ObjectKey> provider(TenantCluster cluster) {
    var status = cluster.getStatus();
    var chosen =
        status == null || status.effective() == null
            ? null
            : status.effective().providerConfigRef();
    var ref =
        chosen != null
            ? Optional.of(chosen)
            : Optional.ofNullable(cluster.getSpec()).flatMap(spec -> spec.namedProvider());
    return ref.map(one -> new ObjectKey(one.namespace(), one.name()));
  }
}
