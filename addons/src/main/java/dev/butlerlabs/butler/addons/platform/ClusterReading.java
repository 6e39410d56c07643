package dev.butlerlabs.butler.addons.platform;

import dev.butlerlabs.butler.addons.catalog.plan.ClusterFacts;
import dev.butlerlabs.butler.addons.catalog.plan.Identity;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What is known of a cluster that its addons are told. */
public final class ClusterReading {

  /** Where it says on what clusters run. */
  public static final Kind<ProviderConfig> PROVIDERS = Kind.of(ProviderConfig.class);

  private ClusterReading() {}

  /** All of it; nothing of one that is not there. */
  public static ClusterFacts facts(Optional<TenantCluster> cluster, Cache cache) {
    var endpoint =
        cluster
            .map(TenantCluster::getStatus)
            .map(TenantClusterStatus::controlPlaneEndpoint)
            .orElse("");
    return cluster
        .map(one -> new ClusterFacts(identity(one, cache), endpoint))
        .orElseGet(ClusterFacts::none);
  }

  /** By what it is told apart from others. */
  public static Identity identity(TenantCluster cluster, Cache cache) {
    var meta = cluster.getMetadata();
    var labels = Objects.requireNonNullElse(meta.getLabels(), Map.<String, String>of());
    var provider = provider(cluster);
    return new Identity(
        meta.getName(),
        meta.getNamespace(),
        meta.getUid(),
        labels.getOrDefault(Labels.ENVIRONMENT, ""),
        provider.flatMap(ref -> type(ref, cache)).orElse(""),
        provider.map(NamespacedRef::name).orElse(""));
  }

  private static Optional<NamespacedRef> provider(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus())
        .map(TenantClusterStatus::effective)
        .map(Effective::providerConfigRef)
        .or(() -> Optional.ofNullable(cluster.getSpec()).flatMap(TenantClusterSpec::namedProvider));
  }

  private static Optional<String> type(NamespacedRef ref, Cache cache) {
    return cache
        .find(PROVIDERS, new ObjectKey(ref.namespace(), ref.name()))
        .flatMap(config -> config.getSpec().effectiveProvider())
        .map(type -> type.name().toLowerCase(Locale.ROOT));
  }
}
