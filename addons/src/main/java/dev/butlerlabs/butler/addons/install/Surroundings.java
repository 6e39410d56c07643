package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.catalog.plan.ClusterFacts;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.install.plan.Neighbour;
import dev.butlerlabs.butler.addons.platform.ClusterReading;
import dev.butlerlabs.butler.addons.platform.plan.Belonging;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.AddonHealth;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.ObservedAddon;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.ObservedState;
import dev.butlerlabs.butler.kube.Cache;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What stands around an addon.
 *
 * @param self the addon as its neighbours see it
 * @param cluster it is to be on, if there is one
 * @param healthy platform addons that are told to be healthy on its cluster
 * @param facts what is known of that cluster
 * @param policy where charts may come from
 */
record Surroundings(
    Neighbour self,
    Optional<TenantCluster> cluster,
    ClusterFacts facts,
    List<Neighbour> neighbours,
    Map<String, AddonDefinitionSpec> catalog,
    Set<String> healthy,
    SourcePolicy policy) {

  static Surroundings of(TenantAddon addon, Cache cache) {
    var name = addon.getMetadata().getName();
    var others =
        cache.list(AddonKinds.ADDONS, addon.getMetadata().getNamespace()).stream()
            .filter(one -> !one.getMetadata().getName().equals(name))
            .map(one -> neighbour(one, cache))
            .toList();
    var cluster = cache.find(AddonKinds.CLUSTERS, AddonKinds.clusterOf(addon));
    var healthy =
        cluster.stream()
            .flatMap(one -> seen(one).stream())
            .filter(one -> one.status() == AddonHealth.HEALTHY)
            .map(ObservedAddon::name)
            .collect(Collectors.toSet());
    return new Surroundings(
        neighbour(addon, cache),
        cluster,
        ClusterReading.facts(cluster, cache),
        others,
        AddonKinds.catalog(cache),
        healthy,
        AddonKinds.sources(cache));
  }

  /** Whether its cluster has nodes, Ready or not. */
  boolean nodes() {
    return cluster
        .map(TenantCluster::getStatus)
        .map(TenantClusterStatus::observedState)
        .map(ObservedState::workers)
        .filter(workers -> !workers.nodes().isEmpty())
        .isPresent();
  }

  private static List<ObservedAddon> seen(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus())
        .map(TenantClusterStatus::observedState)
        .map(ObservedState::addons)
        .orElse(List.of());
  }

  private static Neighbour neighbour(TenantAddon addon, Cache cache) {
    // There may be very many of them, and each look at one reads all: not more than is asked.
    var status = addon.getStatus();
    var created = addon.getMetadata().getCreationTimestamp();
    return new Neighbour(
        addon.getMetadata().getNamespace(),
        addon.getMetadata().getName(),
        addon.getSpec(),
        created == null ? "" : created,
        status != null && TenantStatus.holds(status.helmRelease()),
        status != null && status.phase() == Phase.INSTALLED && !addon.isMarkedForDeletion(),
        platform(addon, cache));
  }

  /** Whether it comes with the cluster as it is now, not with one of that name before it. */
  private static boolean platform(TenantAddon addon, Cache cache) {
    var comesWith = Belonging.cluster(addon);
    return comesWith.isPresent()
        && comesWith.equals(
            cache
                .find(AddonKinds.CLUSTERS, AddonKinds.clusterOf(addon))
                .map(cluster -> cluster.getMetadata().getUid()));
  }
}
