package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.tenants.objects.plan.Kept;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What is looked at for clusters. */
final class LifeKinds {

  static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);
  static final Kind<ProviderConfig> PROVIDERS = Kind.of(ProviderConfig.class);
  static final Kind<ButlerConfig> CONFIGS = Kind.of(ButlerConfig.class);
  static final Kind<IPAllocation> CLAIMS = Kind.of(IPAllocation.class);
  static final Kind<NetworkPool> POOLS = Kind.of(NetworkPool.class);
  static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);
  static final Kind<StewardControlPlane> PLANES = Kind.of(StewardControlPlane.class);
  static final Kind<TenantControlPlane> TENANTS = Kind.of(TenantControlPlane.class);
  static final Kind<ImageSync> IMAGES = Kind.of(ImageSync.class);
  static final Kind<TenantAddon> ADDONS = Kind.of(TenantAddon.class);
  static final Kind<DataStore> STORES = Kind.of(DataStore.class);
  static final Kind<NetworkPolicy> POLICIES = ours(NetworkPolicy.class);
  static final Kind<ResourceQuota> QUOTAS = ours(ResourceQuota.class);

  /** The name of the one ButlerConfig that counts. */
  static final ObjectKey CONFIG = ObjectKey.cluster("butler");

  /** Places of clusters that were deleted and can be had back. */
  static final Kind<Namespace> KEPT = Kind.of(Namespace.class).labelled(Marks.KEPT);

  static final Index<Namespace> BY_SOURCE = Index.byLabel(NAMESPACES, Labels.SOURCE_NAME);

  static final Index<IPAllocation> CLAIMS_BY_CLUSTER =
      new Index<>(
          CLAIMS,
          "tenants-cluster",
          claim -> tenantOf(claim).map(ObjectKey::toString).stream().toList());

  static final Index<TenantAddon> ADDONS_BY_CLUSTER =
      new Index<>(ADDONS, "tenants-addons", addon -> List.of(clusterOf(addon).toString()));

  static final Index<TenantCluster> BY_SCHEMATIC =
      new Index<>(
          CLUSTERS,
          "tenants-schematic",
          cluster ->
              Optional.ofNullable(cluster.getStatus()).map(status -> status.effective()).stream()
                  .flatMap(LifeKinds::schematics)
                  .distinct()
                  .toList());

  static final Index<TenantCluster> BY_PROVIDER =
      new Index<>(
          CLUSTERS,
          "tenants-provider",
          cluster -> provider(cluster).map(ObjectKey::toString).stream().toList());

  private LifeKinds() {}

  private static Stream<String> schematics(Effective effective) {
    var own =
        effective.pools().stream()
            .flatMap(pool -> Optional.ofNullable(pool.machineTemplate()).stream())
            .flatMap(template -> Optional.ofNullable(template.os()).stream())
            .flatMap(os -> Optional.ofNullable(os.schematicID()).stream());
    return Stream.concat(own, Stream.ofNullable(effective.schematicID()));
  }

  static ObjectKey keyOf(HasMetadata object) {
    var meta = object.getMetadata();
    return new ObjectKey(Objects.requireNonNullElse(meta.getNamespace(), ""), meta.getName());
  }

  /** The cluster whose parts lie in the namespace of the object. */
  static Collection<ObjectKey> ownerOf(HasMetadata object, Cache cache) {
    return Optional.ofNullable(object.getMetadata().getNamespace())
        .flatMap(name -> cache.find(NAMESPACES, ObjectKey.cluster(name)))
        .flatMap(Place::owner)
        .stream()
        .toList();
  }

  /** The place of a deleted cluster in which the object lies. */
  static Collection<ObjectKey> keptWith(HasMetadata object, Cache cache) {
    return Optional.ofNullable(object.getMetadata().getNamespace())
        .map(ObjectKey::cluster)
        .filter(name -> cache.find(NAMESPACES, name).flatMap(Kept::of).isPresent())
        .stream()
        .toList();
  }

  /** The places of deleted clusters that were called so. */
  static Collection<ObjectKey> keptOf(TenantCluster cluster, Cache cache) {
    return cache.list(BY_SOURCE, cluster.getMetadata().getName()).stream()
        .filter(
            one -> Kept.of(one).filter(kept -> kept.cluster().equals(keyOf(cluster))).isPresent())
        .map(LifeKinds::keyOf)
        .toList();
  }

  /** The clusters with a pool that could be made from the image. */
  static Collection<ObjectKey> madeFrom(ImageSync image, Cache cache) {
    return Optional.ofNullable(image.getSpec()).stream()
        .flatMap(spec -> cache.list(BY_SCHEMATIC, spec.factoryRef().schematicID()).stream())
        .map(LifeKinds::keyOf)
        .toList();
  }

  private static ObjectKey clusterOf(TenantAddon addon) {
    return new ObjectKey(addon.getMetadata().getNamespace(), addon.getSpec().clusterRef().name());
  }

  /** The cluster of an addon, while it waits for addons: else they tell it nothing. */
  static Collection<ObjectKey> waitingFor(TenantAddon addon, Cache cache) {
    var cluster = clusterOf(addon);
    return cache
        .find(CLUSTERS, cluster)
        .map(TenantCluster::getStatus)
        .flatMap(
            status -> new Conditions(status.conditions()).find(ConditionType.ADDONS_READY.wire()))
        .filter(said -> said.status() != Truth.TRUE)
        .map(_ -> cluster)
        .stream()
        .toList();
  }

  /** The clusters whose control planes wait for a store that says what it lacks. */
  static Collection<ObjectKey> standingOn(DataStore store, Cache cache) {
    if (store.getStatus() == null
        || new Conditions(store.getStatus().conditions()).holds("Ready")) {
      return List.of();
    }
    return cache.list(TENANTS).stream()
        .filter(plane -> plane.getSpec() != null)
        .filter(plane -> store.getMetadata().getName().equals(plane.getSpec().dataStore()))
        .filter(plane -> plane.getStatus() != null)
        .filter(plane -> !new Conditions(plane.getStatus().conditions()).holds("Ready"))
        .flatMap(plane -> ownerOf(plane, cache).stream())
        .toList();
  }

  /** The clusters that have claims in the pool. */
  static Collection<ObjectKey> servedFrom(NetworkPool pool, Cache cache) {
    return cache.list(CLAIMS, pool.getMetadata().getNamespace()).stream()
        .filter(claim -> claim.getSpec() != null)
        .filter(claim -> claim.getSpec().poolRef().name().equals(pool.getMetadata().getName()))
        .flatMap(claim -> tenantOf(claim).stream())
        .distinct()
        .toList();
  }

  static Optional<ObjectKey> tenantOf(IPAllocation claim) {
    return Optional.ofNullable(claim.getSpec())
        .map(spec -> spec.tenantClusterRef())
        .map(ref -> new ObjectKey(ref.namespace(), ref.name()));
  }

  static Optional<ObjectKey> provider(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus())
        .map(status -> status.effective())
        .map(effective -> effective.providerConfigRef())
        .map(ref -> new ObjectKey(ref.namespace(), ref.name()));
  }

  static List<ObjectKey> everybody(Cache cache) {
    return cache.list(CLUSTERS).stream().map(LifeKinds::keyOf).toList();
  }

  private static <T extends HasMetadata> Kind<T> ours(Class<T> type) {
    return Kind.of(type).labelled(Marks.APPLIED_BY + "=" + Marks.TENANTS);
  }
}
