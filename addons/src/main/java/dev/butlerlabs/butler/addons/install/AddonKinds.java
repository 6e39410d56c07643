package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.catalog.plan.Mirrors;
import dev.butlerlabs.butler.addons.catalog.plan.Signatures;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.CrdPolicy;
import dev.butlerlabs.butler.api.addons.LeftoverPolicy;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What addons look at. */
final class AddonKinds {

  static final Kind<TenantAddon> ADDONS = Kind.of(TenantAddon.class);
  static final Kind<ManagementAddon> MANAGEMENT = Kind.of(ManagementAddon.class);
  static final Kind<AddonDefinition> DEFINITIONS = Kind.of(AddonDefinition.class);
  static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);
  static final Kind<ButlerConfig> CONFIGS = Kind.of(ButlerConfig.class);

  /** By the cluster they are on, written {@code namespace/name}. */
  static final Index<TenantAddon> BY_CLUSTER =
      new Index<>(ADDONS, "addons-cluster", addon -> List.of(clusterOf(addon).toString()));

  private AddonKinds() {}

  static ObjectKey clusterOf(TenantAddon addon) {
    return new ObjectKey(addon.getMetadata().getNamespace(), addon.getSpec().clusterRef().name());
  }

  static ObjectKey keyOf(HasMetadata object) {
    return new ObjectKey(
        Objects.requireNonNullElse(object.getMetadata().getNamespace(), ""),
        object.getMetadata().getName());
  }

  /** The Secrets that it names: what is shown to its repository, and who may sign its chart. */
  static List<Kind<Secret>> secrets(TenantAddon addon) {
    return Stream.concat(credentials(addon).stream(), keys(addon).stream())
        .map(AddonKinds::watched)
        .distinct()
        .toList();
  }

  private static Kind<Secret> watched(ObjectKey secret) {
    return Kind.of(Secret.class).in(secret.namespace()).named(secret.name());
  }

  private static Optional<ObjectKey> credentials(TenantAddon addon) {
    return Optional.ofNullable(addon.getSpec().helm())
        .map(TenantAddonSpec.HelmChart::credentialsRef)
        .map(ref -> new ObjectKey(addon.getMetadata().getNamespace(), ref.name()));
  }

  private static Optional<ObjectKey> keys(TenantAddon addon) {
    return Optional.ofNullable(addon.getSpec().helm())
        .map(TenantAddonSpec.HelmChart::provenance)
        .map(signed -> new ObjectKey(addon.getMetadata().getNamespace(), signed.keysRef().name()));
  }

  /** Addons that name the Secret; what failed for want of it may now succeed. */
  static Collection<ObjectKey> naming(Secret secret, Cache cache) {
    var kind = watched(keyOf(secret));
    return cache.list(ADDONS).stream()
        .filter(addon -> secrets(addon).contains(kind))
        .map(AddonKinds::keyOf)
        .toList();
  }

  /** Which version there is of the Secret that it shows to its repository; empty for none. */
  static String shown(TenantAddon addon, Cache cache) {
    return credentials(addon).map(key -> version(key, cache)).orElse("");
  }

  /** Which version there is of a Secret with keys: its own, or one of the platform. */
  static Function<ObjectKey, String> seen(TenantAddon addon, Cache cache, SigningKeys platform) {
    var own = keys(addon);
    return key ->
        own.filter(key::equals).map(one -> version(one, cache)).orElseGet(() -> platform.seen(key));
  }

  private static String version(ObjectKey secret, Cache cache) {
    return cache
        .find(watched(secret), secret)
        .map(one -> one.getMetadata().getResourceVersion())
        .orElse("");
  }

  /** Which charts the platform wants signed. */
  static Signatures signatures(Cache cache) {
    return Signatures.of(config(cache));
  }

  /** Where charts may come from. */
  static SourcePolicy sources(Cache cache) {
    return SourcePolicy.of(config(cache));
  }

  /** Where charts are fetched instead. */
  static Mirrors mirrors(Cache cache) {
    return Mirrors.of(config(cache));
  }

  private static @Nullable ButlerConfig config(Cache cache) {
    return cache.find(CONFIGS, ObjectKey.cluster(ButlerConfig.NAME)).orElse(null);
  }

  /** What becomes of definitions in a chart's folder crds, as the addon or the catalog says. */
  static @Nullable CrdPolicy crds(TenantAddonSpec addon, Map<String, AddonDefinitionSpec> catalog) {
    var helm = addon.helm();
    return helm == null ? crds(addon.addon(), catalog) : helm.crds();
  }

  /** The same for an entry of the catalog. */
  static @Nullable CrdPolicy crds(
      @Nullable String definition, Map<String, AddonDefinitionSpec> catalog) {
    var found = definition == null ? null : catalog.get(definition);
    var defaults = found == null ? null : found.defaults();
    return defaults == null ? null : defaults.crds();
  }

  /** What becomes of what stays behind. */
  static LeftoverPolicy leftovers(@Nullable LeftoverPolicy said) {
    return said == null ? LeftoverPolicy.KEEP : said;
  }

  static Map<String, AddonDefinitionSpec> catalog(Cache cache) {
    var catalog = new HashMap<String, AddonDefinitionSpec>();
    cache.list(DEFINITIONS).forEach(one -> catalog.put(one.getMetadata().getName(), one.getSpec()));
    return catalog;
  }
}
