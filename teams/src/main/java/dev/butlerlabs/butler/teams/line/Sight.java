package dev.butlerlabs.butler.teams.line;

import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.teams.orders.Directory;
import dev.butlerlabs.butler.teams.orders.OrderReading;
import dev.butlerlabs.butler.teams.rules.Line;
import dev.butlerlabs.butler.teams.rules.Policies.Policy;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Orders of one namespace, and what the cache says about those they belong to. */
record Sight(Directory directory, List<Policy> policies, List<TenantCluster> clusters) {

  /** The name of the one ButlerConfig that counts. */
  private static final String CONFIG = "butler";

  Sight {
    policies = List.copyOf(policies);
    clusters = List.copyOf(clusters);
  }

  /**
   * Orders of one namespace.
   *
   * @param places where parts of such orders are that do not say what was chosen for them
   */
  static Sight of(
      String namespace, List<TenantCluster> clusters, List<Namespace> places, Cache cache) {
    var config =
        cache
            .find(LineKinds.CONFIGS, ObjectKey.cluster(CONFIG))
            .map(ButlerConfig::getSpec)
            .orElse(null);
    var teams = teams(namespace, clusters, cache);
    var noted = Directory.noted(clusters, places);
    var directory = new Directory(config, teams, Map.of(), noted);
    return new Sight(
        directory.knowing(providers(directory, clusters, cache)),
        cache.list(LineKinds.POLICIES).stream()
            .filter(policy -> policy.getSpec() != null)
            .map(policy -> new Policy(policy.getMetadata().getName(), policy.getSpec()))
            .toList(),
        clusters);
  }

  private static Map<String, Directory.TeamEntry> teams(
      String namespace, List<TenantCluster> clusters, Cache cache) {
    var teams = new HashMap<String, Directory.TeamEntry>();
    Stream.concat(Stream.of(namespace), clusters.stream().map(Directory::namedTeam))
        .filter(name -> !name.isEmpty())
        .distinct()
        .forEach(
            name ->
                cache
                    .find(LineKinds.TEAMS, ObjectKey.cluster(name))
                    .ifPresent(team -> teams.put(name, Directory.TeamEntry.of(team))));
    return teams;
  }

  private static Map<ObjectKey, ProviderConfigSpec> providers(
      Directory directory, List<TenantCluster> clusters, Cache cache) {
    var providers = new HashMap<ObjectKey, ProviderConfigSpec>();
    clusters.stream()
        .flatMap(cluster -> directory.provider(cluster).stream())
        .map(Sight::key)
        .distinct()
        .forEach(
            key ->
                cache
                    .find(LineKinds.PROVIDERS, key)
                    .flatMap(found -> Optional.ofNullable(found.getSpec()))
                    .ifPresent(spec -> providers.put(key, spec)));
    return providers;
  }

  /** Those that stand in the line of one team; what leaves before it began stands in none. */
  Map<String, List<Line.Place>> lines() {
    var reading = new OrderReading(directory);
    var lines = new HashMap<String, List<Line.Place>>();
    for (var cluster : clusters) {
      var granted = reading.granted(cluster).orElse(null);
      if (granted != null || cluster.getMetadata().getDeletionTimestamp() == null) {
        lines
            .computeIfAbsent(directory.teamOf(cluster), _ -> new ArrayList<>())
            .add(
                new Line.Place(
                    leaving(cluster) && granted != null ? granted : reading.read(cluster),
                    granted,
                    directory.around(cluster, granted == null ? null : cluster, policies)));
      }
    }
    return lines;
  }

  static boolean leaving(TenantCluster cluster) {
    return cluster.getMetadata().getDeletionTimestamp() != null;
  }

  private static ObjectKey key(NamespacedRef ref) {
    return new ObjectKey(ref.namespace(), ref.name());
  }
}
