package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Looks things up in the cluster: the settings and a definition that nobody has seen yet as they
 * are stored, all else as this process has seen it.
 */
final class StoredRecords implements Records {

  private static final Kind<AddonDefinition> DEFINITIONS = Kind.of(AddonDefinition.class);
  private static final Kind<TenantAddon> ADDONS = Kind.of(TenantAddon.class);
  private static final Kind<ManagementAddon> MANAGEMENT = Kind.of(ManagementAddon.class);
  private static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);

  private final KubernetesClient client;
  private final Cache cache;

  StoredRecords(KubernetesClient client, Cache cache) {
    this.client = client;
    this.cache = cache;
  }

  @Override
  public SourcePolicy sources() {
    return SourcePolicy.of(find(ButlerConfig.class, ButlerConfig.NAME).orElse(null));
  }

  @Override
  public Map<String, AddonDefinitionSpec> catalogWith(String definition) {
    var seen =
        catalog(seen(() -> cache.list(DEFINITIONS), () -> stored(AddonDefinition.class, "")));
    if (!definition.isEmpty() && !seen.containsKey(definition)) {
      // It may have been applied a moment ago, out of the same file.
      find(AddonDefinition.class, definition)
          .ifPresent(found -> seen.put(definition, found.getSpec()));
    }
    return seen;
  }

  @Override
  public Map<String, AddonDefinitionSpec> storedCatalog() {
    return catalog(stored(AddonDefinition.class, ""));
  }

  private static Map<String, AddonDefinitionSpec> catalog(List<AddonDefinition> definitions) {
    var catalog = new HashMap<String, AddonDefinitionSpec>();
    definitions.forEach(one -> catalog.put(one.getMetadata().getName(), one.getSpec()));
    return catalog;
  }

  @Override
  public List<TenantAddon> addons(String namespace) {
    return seen(() -> cache.list(ADDONS, namespace), () -> stored(TenantAddon.class, namespace))
        .stream()
        .filter(addon -> !addon.isMarkedForDeletion())
        .toList();
  }

  @Override
  public Map<String, String> management() {
    var found = new HashMap<String, String>();
    seen(() -> cache.list(MANAGEMENT), () -> stored(ManagementAddon.class, "")).stream()
        .filter(addon -> !addon.isMarkedForDeletion())
        .forEach(addon -> found.put(addon.getMetadata().getName(), addon.getSpec().addon()));
    return found;
  }

  @Override
  public Optional<Team> team(ObjectKey cluster) {
    return find(Team.class, cluster.namespace())
        .filter(team -> livesIn(team, cluster.namespace()))
        .or(() -> named(cluster).flatMap(name -> find(Team.class, name)));
  }

  /** A namespace that is only called like a team is not the team's. */
  private static boolean livesIn(Team team, String namespace) {
    return team.getStatus() != null && namespace.equals(team.getStatus().namespace());
  }

  private Optional<String> named(ObjectKey cluster) {
    return seen(
            () -> cache.list(CLUSTERS, cluster.namespace()),
            () -> stored(TenantCluster.class, cluster.namespace()))
        .stream()
        .filter(one -> one.getMetadata().getName().equals(cluster.name()))
        .flatMap(one -> Stream.ofNullable(one.getSpec()))
        .flatMap(spec -> Stream.ofNullable(spec.teamRef()))
        .map(LocalRef::name)
        .findFirst();
  }

  @Override
  public List<String> clusters(String namespace) {
    return seen(() -> cache.list(CLUSTERS, namespace), () -> stored(TenantCluster.class, namespace))
        .stream()
        .map(cluster -> cluster.getMetadata().getName())
        .toList();
  }

  /** A process that has only just started, or installs no addons, has seen nothing, and asks. */
  private static <T> List<T> seen(Supplier<List<T>> cached, Supplier<List<T>> stored) {
    try {
      return cached.get();
    } catch (IllegalStateException notListed) {
      return stored.get();
    }
  }

  private <T extends HasMetadata> Optional<T> find(Class<T> kind, String name) {
    return ask(
        kind,
        ObjectKey.cluster(name),
        () -> Optional.ofNullable(client.resources(kind).withName(name).get()));
  }

  /**
   * Lists a kind.
   *
   * @param namespace empty for a kind that has none
   */
  private <T extends HasMetadata> List<T> stored(Class<T> kind, String namespace) {
    var all = client.resources(kind);
    return ask(
        kind,
        new ObjectKey(namespace, "(all)"),
        () -> (namespace.isEmpty() ? all.list() : all.inNamespace(namespace).list()).getItems());
  }

  private static <T> T ask(Class<? extends HasMetadata> kind, ObjectKey key, Supplier<T> question) {
    return Asking.ask(new Attempt("read", HasMetadata.getKind(kind), key), question).orElseThrow();
  }
}
