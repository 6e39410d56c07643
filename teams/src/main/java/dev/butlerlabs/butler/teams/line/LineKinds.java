package dev.butlerlabs.butler.teams.line;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicy;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.teams.orders.Directory;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a line depends on, and whose change concerns which namespace. */
final class LineKinds {

  static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);
  static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);
  static final Kind<Team> TEAMS = Kind.of(Team.class);
  static final Kind<ButlerConfig> CONFIGS = Kind.of(ButlerConfig.class);
  static final Kind<ProviderConfig> PROVIDERS = Kind.of(ProviderConfig.class);
  static final Kind<ClusterCreationPolicy> POLICIES = Kind.of(ClusterCreationPolicy.class);

  /** Those with parts of clusters, by the namespace that the cluster was ordered in. */
  static final Index<Namespace> BY_HOME = Index.byLabel(NAMESPACES, Labels.SOURCE_NAMESPACE);

  private LineKinds() {}

  static Watches<Namespace> watches() {
    return Watches.on(NAMESPACES)
        .indexed(BY_HOME)
        .mapped(CLUSTERS, (cluster, _) -> List.of(home(cluster)))
        .mapped(TEAMS, LineKinds::ofTeam)
        .mapped(CONFIGS, (_, cache) -> homes(cache, _ -> true))
        .mapped(PROVIDERS, (_, cache) -> homes(cache, _ -> true))
        .mapped(POLICIES, (_, cache) -> homes(cache, _ -> true));
  }

  private static Collection<ObjectKey> ofTeam(Team team, Cache cache) {
    var name = team.getMetadata().getName();
    return Stream.concat(
            Stream.of(ObjectKey.cluster(name)),
            homes(cache, cluster -> Directory.namedTeam(cluster).equals(name)).stream())
        .distinct()
        .toList();
  }

  private static List<ObjectKey> homes(Cache cache, Predicate<TenantCluster> which) {
    return cache.list(CLUSTERS).stream().filter(which).map(LineKinds::home).distinct().toList();
  }

  private static ObjectKey home(TenantCluster cluster) {
    return ObjectKey.cluster(cluster.getMetadata().getNamespace());
  }
}
