package dev.butlerlabs.butler.teams.team;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.teams.orders.Directory;
import dev.butlerlabs.butler.teams.orders.OrderReading;
import dev.butlerlabs.butler.teams.rules.Limits;
import dev.butlerlabs.butler.teams.rules.Tenancy;
import dev.butlerlabs.butler.teams.rules.Usage;
import dev.butlerlabs.butler.teams.team.plan.Home;
import dev.butlerlabs.butler.teams.team.plan.Observation;
import dev.butlerlabs.butler.teams.team.plan.Observation.TenantPlace;
import dev.butlerlabs.butler.teams.team.plan.Person;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One look at a Team and what is around it, in the cache. */
final class Sight {

  /** The name of the one ButlerConfig that counts. */
  static final String CONFIG = "butler";

  private static final TeamSpec NOTHING_SAID =
      new TeamSpec(null, null, null, null, null, null, List.of());

  private Sight() {}

  static Observation of(Team team, Cache cache) {
    var name = team.getMetadata().getName();
    var uid = team.getMetadata().getUid();
    var spec = Objects.requireNonNullElse(team.getSpec(), NOTHING_SAID);
    var config = config(cache);
    var clusters = cache.list(TeamKinds.CLUSTERS, name);
    return new Observation(
        name,
        uid,
        spec,
        Home.of(
            name,
            uid,
            Tenancy.of(config.orElse(null)).defaultNamespace(),
            cache.find(TeamKinds.NAMESPACES, ObjectKey.cluster(name)).orElse(null)),
        usage(name, spec, config.orElse(null), clusters),
        byEnvironment(clusters),
        cache.list(TeamKinds.USERS).stream().map(Person::of).toList(),
        places(team, clusters, cache));
  }

  private static Map<String, List<String>> byEnvironment(List<TenantCluster> clusters) {
    return clusters.stream()
        .sorted(Comparator.comparing(one -> one.getMetadata().getName()))
        .collect(
            Collectors.groupingBy(
                OrderReading::environment,
                Collectors.mapping(one -> one.getMetadata().getName(), Collectors.toList())));
  }

  private static Optional<ButlerConfigSpec> config(Cache cache) {
    return cache.find(TeamKinds.CONFIGS, ObjectKey.cluster(CONFIG)).map(ButlerConfig::getSpec);
  }

  private static Usage usage(
      String name, TeamSpec spec, @Nullable ButlerConfigSpec config, List<TenantCluster> clusters) {
    var directory =
        new Directory(config, Map.of(name, new Directory.TeamEntry(spec, name, true)), Map.of());
    var reading = new OrderReading(directory);
    var granted = clusters.stream().flatMap(one -> reading.granted(one).stream()).toList();
    return Usage.of(
        granted,
        clusters.size() - granted.size(),
        Limits.of(name, spec, config),
        spec.environments());
  }

  private static List<TenantPlace> places(Team team, List<TenantCluster> clusters, Cache cache) {
    var living =
        clusters.stream()
            .flatMap(one -> home(one).map(home -> Map.entry(home, one)).stream())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    return cache.list(TeamKinds.BY_TEAM, team.getMetadata().getName()).stream()
        .flatMap(namespace -> place(namespace, team, living).stream())
        .toList();
  }

  /** Where a cluster says that its parts are, and its name. */
  private static Optional<ObjectKey> home(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus())
        .flatMap(status -> Optional.ofNullable(status.tenantNamespace()))
        .map(namespace -> new ObjectKey(namespace, cluster.getMetadata().getName()));
  }

  /**
   * A namespace says itself whose parts it holds; a name in a status is not enough. It may be that
   * of a deleted cluster, which is kept for a while.
   */
  private static Optional<TenantPlace> place(
      Namespace namespace, Team team, Map<ObjectKey, TenantCluster> living) {
    var meta = namespace.getMetadata();
    var labels = Objects.requireNonNullElse(meta.getLabels(), Map.<String, String>of());
    var cluster = labels.getOrDefault(Labels.SOURCE_NAME, "");
    if (meta.getDeletionTimestamp() != null || cluster.isEmpty()) {
      return Optional.empty();
    }
    var owner = Optional.ofNullable(living.get(new ObjectKey(meta.getName(), cluster)));
    return Optional.of(
        new TenantPlace(
            meta.getName(),
            cluster,
            owner
                .map(OrderReading::environment)
                .orElseGet(() -> labels.getOrDefault(Labels.ENVIRONMENT, "")),
            owner.isEmpty() && made(namespace).isBefore(made(team))));
  }

  private static Instant made(HasMetadata object) {
    return Instant.parse(object.getMetadata().getCreationTimestamp());
  }
}
