package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.DataStoreStatus;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.cause.Trees;
import dev.butlerlabs.butler.tenants.cause.plan.Causes;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
import dev.butlerlabs.butler.tenants.cause.plan.Refused;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks for the one cause why a cluster is not Ready, in all that caches hold around it. */
final class Diagnosis {

  private final ClusterApi clusterApi;
  private final Inquiry inquiry;

  Diagnosis(ClusterApi clusterApi, Inquiry inquiry) {
    this.clusterApi = clusterApi;
    this.inquiry = inquiry;
  }

  /**
   * The cause, if somebody has told one.
   *
   * @param plan what shall be there; empty on the way out
   * @param images what brings the images of its machines
   * @param refused what could not be written in this run
   */
  Optional<Found> of(
      TenantCluster cluster,
      Place place,
      Optional<ClusterObjects> plan,
      List<ObjectKey> images,
      Optional<Trouble> refused,
      Cache cache,
      Instant now) {
    var around =
        Stream.<Stream<? extends HasMetadata>>of(
                provider(cluster, cache),
                claims(cluster, cache),
                images.stream().flatMap(image -> cache.find(LifeKinds.IMAGES, image).stream()),
                cache
                    .list(LifeKinds.ADDONS_BY_CLUSTER, LifeKinds.keyOf(cluster).toString())
                    .stream(),
                parts(cluster, place, plan, cache))
            .<HasMetadata>flatMap(some -> some)
            .toList();
    var writes = refused.map(trouble -> refused(trouble, now)).stream().toList();
    return Causes.of(Trees.of(cluster, around, writes));
  }

  /** What keeps machines of a cluster that are to go. */
  Optional<Found> ofGoing(TenantCluster cluster, Place place, Cache cache) {
    var parts =
        parts(cluster, place, Optional.empty(), cache).<HasMetadata>map(one -> one).toList();
    return Causes.ofGoing(Trees.of(cluster, parts, List.of()));
  }

  private static Refused refused(Trouble trouble, Instant now) {
    var attempt = trouble.attempt();
    return new Refused(
        attempt.kind() + " " + attempt.key(), trouble.reason(), trouble.detail(), now);
  }

  private static Stream<? extends HasMetadata> provider(TenantCluster cluster, Cache cache) {
    return LifeKinds.provider(cluster)
        .flatMap(provider -> cache.find(LifeKinds.PROVIDERS, provider))
        .stream();
  }

  /** Those of an earlier cluster of that name stay for the record. */
  private static Stream<? extends HasMetadata> claims(TenantCluster cluster, Cache cache) {
    return Sight.claims(LifeKinds.keyOf(cluster), cache).stream()
        .filter(
            claim ->
                claim.getStatus() == null
                    || claim.getStatus().phase() != IPAllocationStatus.Phase.RELEASED);
  }

  private Stream<? extends HasMetadata> parts(
      TenantCluster cluster, Place place, Optional<ClusterObjects> plan, Cache cache) {
    if (place.seen().isEmpty()) {
      return Stream.empty();
    }
    var key = new ObjectKey(place.name(), cluster.getMetadata().getName());
    plan.ifPresent(inquiry::learn);
    var watched =
        Stream.<Stream<? extends HasMetadata>>of(
                cache.find(LifeKinds.NAMESPACES, ObjectKey.cluster(place.name())).stream(),
                cache.find(LifeKinds.PLANES, key).stream(),
                cache.find(LifeKinds.TENANTS, key).stream(),
                clusterApi.all(place.name(), cache))
            .<HasMetadata>flatMap(some -> some)
            .toList();
    return Stream.of(
            watched.stream(), store(key, cache), inquiry.about(LifeKinds.keyOf(cluster), watched))
        .flatMap(some -> some);
  }

  /** Only its conditions: what it says of all its tenants is long. */
  private static Stream<DataStore> store(ObjectKey plane, Cache cache) {
    return cache
        .find(LifeKinds.TENANTS, plane)
        .flatMap(tenant -> Optional.ofNullable(tenant.getSpec()))
        .flatMap(spec -> Optional.ofNullable(spec.dataStore()))
        .flatMap(name -> cache.find(LifeKinds.STORES, ObjectKey.cluster(name)))
        .map(Diagnosis::brief)
        .stream();
  }

  private static DataStore brief(DataStore store) {
    var brief = new DataStore();
    brief.setMetadata(
        new ObjectMetaBuilder()
            .withName(store.getMetadata().getName())
            .withCreationTimestamp(store.getMetadata().getCreationTimestamp())
            .build());
    if (store.getStatus() != null) {
      brief.setStatus(
          new DataStoreStatus(
              List.of(), List.of(), List.of(), null, null, null, store.getStatus().conditions()));
    }
    return brief;
  }
}
