package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.NetworkSettings.Mode;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import java.util.Optional;

/** Where a cluster gets its addresses from. */
sealed interface Surroundings {

  /** Nobody said yet which infrastructure it runs on, or there is no such ProviderConfig. */
  record Unsaid(String message) implements Surroundings {}

  /** The infrastructure gives addresses itself; no pool and no claim is looked at. */
  record Cloud() implements Surroundings {}

  /** From pools, which stand in the namespace of the ProviderConfig, as do the claims. */
  record Pooled(String provider, String namespace, NetworkSettings network)
      implements Surroundings {}

  static Surroundings of(TenantCluster cluster, DemandKinds kinds, Cache cache) {
    var named = provider(cluster);
    if (named.isEmpty()) {
      return new Unsaid(
          "no infrastructure is chosen yet; name one in spec.providerConfigRef, or a default for the"
              + " team or platform");
    }
    return cache
        .find(kinds.providers(), named.get())
        .map(Surroundings::of)
        .orElseGet(
            () ->
                new Unsaid(
                    "there is no ProviderConfig " + named.get() + "; create it or name another"));
  }

  private static Surroundings of(ProviderConfig provider) {
    var spec = provider.getSpec();
    var network = spec == null ? null : spec.network();
    if (spec == null || network == null || spec.effectiveNetworkMode() == Mode.CLOUD) {
      return new Cloud();
    }
    var metadata = provider.getMetadata();
    return new Pooled(metadata.getName(), metadata.getNamespace(), network);
  }

  /** What is in force, once that is told; until then what the order names. */
  static Optional<ObjectKey> provider(TenantCluster cluster) {
    var status = cluster.getStatus();
    var told =
        status == null || status.effective() == null
            ? null
            : status.effective().providerConfigRef();
    return Optional.ofNullable(told)
        .or(
            () ->
                cluster.getSpec() == null
                    ? Optional.<NamespacedRef>empty()
                    : cluster.getSpec().namedProvider())
        .map(ref -> new ObjectKey(ref.namespace(), ref.name()));
  }
}
