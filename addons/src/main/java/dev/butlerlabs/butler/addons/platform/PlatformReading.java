package dev.butlerlabs.butler.addons.platform;

import dev.butlerlabs.butler.addons.platform.plan.Belonging;
import dev.butlerlabs.butler.addons.platform.plan.Care;
import dev.butlerlabs.butler.addons.platform.plan.Held;
import dev.butlerlabs.butler.addons.platform.plan.PlatformReport;
import dev.butlerlabs.butler.addons.platform.plan.Question;
import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterSpec.ManagementMode;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.ObservedState;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.AddonVersions;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.ObjectName;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One look at a cluster and at what decides about its addons. */
record PlatformReading(TenantCluster cluster, Cache cache) {

  static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);
  static final Kind<TenantAddon> ADDONS = Kind.of(TenantAddon.class);
  static final Kind<AddonDefinition> DEFINITIONS = Kind.of(AddonDefinition.class);
  static final Kind<ProviderConfig> PROVIDERS = Kind.of(ProviderConfig.class);
  static final Kind<ButlerConfig> CONFIGS = Kind.of(ButlerConfig.class);
  static final Index<TenantAddon> BY_OWNER = Index.byOwner(ADDONS);

  private static final AddonVersions NO_VERSIONS =
      new AddonVersions(null, null, null, null, null, null);

  private Optional<TenantClusterStatus> status() {
    return Optional.ofNullable(cluster.getStatus());
  }

  /** Nothing while the cluster's infrastructure is not known. */
  Optional<Question> question() {
    return provider()
        .map(
            provider ->
                new Question(
                    cluster.getSpec(),
                    provider,
                    status().map(TenantClusterStatus::controlPlaneEndpoint).orElse(""),
                    platformName(),
                    versions(),
                    pinned(),
                    catalog(),
                    defaults(),
                    Set.copyOf(ordered()),
                    care()));
  }

  /** From its namespace, which no other cluster has. */
  private String platformName() {
    return status()
        .map(TenantClusterStatus::tenantNamespace)
        .map(there -> ObjectName.derivedFrom(there, cluster.getMetadata().getName()).text())
        .orElse("");
  }

  private List<String> defaults() {
    return status()
        .map(TenantClusterStatus::effective)
        .map(Effective::defaultAddons)
        .orElse(List.of());
  }

  /** What the team gives, as far as it was ordered. */
  List<String> ordered() {
    return status().map(TenantClusterStatus::orderedAddons).orElse(List.of());
  }

  /** Whether somebody ordered it for this cluster, under whatever name. */
  boolean has(String definition) {
    var meta = cluster.getMetadata();
    return cache.list(ADDONS, meta.getNamespace()).stream()
        .anyMatch(
            one ->
                definition.equals(one.getSpec().addon())
                    && meta.getName().equals(one.getSpec().clusterRef().name()));
  }

  private Optional<ProviderType> provider() {
    return status()
        .map(TenantClusterStatus::effective)
        .map(Effective::providerConfigRef)
        .or(() -> cluster.getSpec().namedProvider())
        .flatMap(this::type);
  }

  private Optional<ProviderType> type(NamespacedRef ref) {
    return cache
        .find(PROVIDERS, new ObjectKey(ref.namespace(), ref.name()))
        .flatMap(config -> config.getSpec().effectiveProvider());
  }

  private AddonVersions versions() {
    return settings().map(ButlerConfigSpec::defaultAddonVersions).orElse(NO_VERSIONS);
  }

  private Care care() {
    return settings()
        .map(ButlerConfigSpec::addons)
        .map(said -> new Care(said.driftPolicy(), said.upgradePolicy()))
        .orElseGet(Care::unsaid);
  }

  private Optional<ButlerConfigSpec> settings() {
    return cache.find(CONFIGS, new ObjectKey("", ButlerConfig.NAME)).map(ButlerConfig::getSpec);
  }

  /** Versions that were told to be installed. */
  Map<String, String> pinned() {
    var pinned = new HashMap<String, String>();
    status()
        .map(TenantClusterStatus::observedState)
        .map(ObservedState::addons)
        .orElse(List.of())
        .forEach(one -> pinned.put(one.name(), one.version()));
    return pinned;
  }

  private Map<String, AddonDefinitionSpec> catalog() {
    var catalog = new HashMap<String, AddonDefinitionSpec>();
    cache.list(DEFINITIONS).forEach(one -> catalog.put(one.getMetadata().getName(), one.getSpec()));
    return catalog;
  }

  private Conditions conditions() {
    return new Conditions(status().map(TenantClusterStatus::conditions).orElse(List.of()));
  }

  @Nullable Condition told() {
    return conditions().find(PlatformReport.READY).orElse(null);
  }

  /** The API server answers. */
  boolean reachable() {
    return conditions().holds(ConditionType.CONTROL_PLANE_READY.wire());
  }

  /** Somebody wants nothing changed any more. */
  boolean leftAlone() {
    var policy = cluster.getSpec().managementPolicy();
    return policy != null
        && (policy.mode() == ManagementMode.OBSERVE || policy.mode() == ManagementMode.GIT_OPS)
        && PlatformReport.served(told());
  }

  /** TenantAddons that came with the cluster, by definition. */
  Map<String, TenantAddon> addons() {
    var uid = cluster.getMetadata().getUid();
    var found = new HashMap<String, TenantAddon>();
    cache.list(BY_OWNER, uid).stream()
        .filter(one -> Belonging.cluster(one).filter(uid::equals).isPresent())
        .forEach(one -> found.put(Objects.requireNonNull(one.getSpec().addon()), one));
    return found;
  }

  /** One that was deleted and ordered again has not told yet that its release is there. */
  Held held(String definition, TenantAddon addon) {
    var status = Optional.ofNullable(addon.getStatus());
    return new Held(
        definition,
        addon.isMarkedForDeletion()
            ? Phase.DELETING
            : status.map(TenantAddonStatus::phase).orElse(Phase.PENDING),
        status
            .map(TenantAddonStatus::installedVersion)
            .orElseGet(() -> pinned().getOrDefault(definition, "")),
        status.map(TenantAddonStatus::message).orElse("it was just ordered"),
        Held.keeper(status.map(PlatformReading::reasons).orElse(Set.of())));
  }

  private static Set<String> reasons(TenantAddonStatus status) {
    return status.conditions().stream().map(Condition::reason).collect(Collectors.toSet());
  }
}
