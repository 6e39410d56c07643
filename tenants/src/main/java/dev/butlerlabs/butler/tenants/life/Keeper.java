package dev.butlerlabs.butler.tenants.life;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.life.Addresses.Holder;
import dev.butlerlabs.butler.tenants.life.ClusterApi.Sort;
import dev.butlerlabs.butler.tenants.life.plan.Keeping;
import dev.butlerlabs.butler.tenants.objects.plan.Kept;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a deleted cluster asleep, and gives it to whoever orders it again.
 *
 * <p>Its objects are changed only if they are still as they were seen. They are not drawn anew:
 * that would take a ProviderConfig, which may be gone.
 */
final class Keeper {

  private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  private final Applier applier;
  private final CompareAndSwap swap;
  private final Addresses addresses;
  private final Leaving leaving;
  private final ClusterApi clusterApi;

  Keeper(
      KubernetesClient client,
      Applier applier,
      Addresses addresses,
      Leaving leaving,
      ClusterApi clusterApi) {
    this.applier = applier;
    this.swap = new CompareAndSwap(client, CompareAndSwap.Part.OBJECT);
    this.addresses = addresses;
    this.leaving = leaving;
    this.clusterApi = clusterApi;
  }

  /** What a deleted cluster was, for whoever wants it back; in the namespace it was ordered in. */
  static String recordOf(Place place) {
    return "deleted-" + place.name();
  }

  /** One step; what could not be done. */
  Optional<Trouble> take(Keeping step, TenantCluster cluster, Place place, Cache cache) {
    return switch (step) {
      case Keeping.EmptyPools(var names, _) ->
          clusterApi.list(Sort.DEPLOYMENT, place.name(), cache).stream()
              .filter(one -> names.contains(one.getMetadata().getName()))
              .flatMap(one -> trouble(swap.swap(one, emptied(one))).stream())
              .findFirst();
      case Keeping.StopPlane _ ->
          cache
              .find(LifeKinds.PLANES, new ObjectKey(place.name(), cluster.getMetadata().getName()))
              .map(Keeper::untyped)
              .flatMap(plane -> trouble(swap.swap(plane, none(plane))));
      case Keeping.FallAsleep _ -> Optional.empty();
      case Keeping.Keep(var until, _) -> keep(cluster, place, until, cache);
    };
  }

  /** Whatever of this is there after a crash, all of it is done again before the order goes. */
  private Optional<Trouble> keep(TenantCluster cluster, Place place, Instant until, Cache cache) {
    var uid = cluster.getMetadata().getUid();
    return addresses
        .keep(Holder.of(cluster), until, cache)
        .or(
            () ->
                place
                    .seen()
                    .flatMap(
                        there ->
                            trouble(
                                swap.swap(there, Kept.marked(there, uid, until, drain(cluster))))))
        .or(() -> write(cluster, place, until, cache));
  }

  private static @Nullable String drain(TenantCluster cluster) {
    return Objects.requireNonNullElse(
            cluster.getMetadata().getAnnotations(), Map.<String, String>of())
        .get(Annotations.DELETION_DRAIN);
  }

  private Optional<Trouble> write(TenantCluster cluster, Place place, Instant until, Cache cache) {
    var home = ObjectKey.cluster(cluster.getMetadata().getNamespace());
    if (cache.find(LifeKinds.NAMESPACES, home).filter(Keeper::stays).isEmpty()) {
      return Optional.empty();
    }
    var record =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(home.name())
            .withName(recordOf(place))
            .withLabels(
                Map.of(
                    Labels.MANAGED_BY,
                    Labels.MANAGED_BY_BUTLER,
                    Marks.KEPT,
                    cluster.getMetadata().getUid()))
            .endMetadata()
            .withData(
                Map.of(
                    "kept-until",
                    until.toString(),
                    "tenantcluster.yaml",
                    WireFormat.serialization().asYaml(again(cluster))))
            .build();
    return trouble(applier.apply(record));
  }

  private static boolean stays(Namespace home) {
    return home.getMetadata().getDeletionTimestamp() == null;
  }

  /** The order that takes it up. */
  private static TenantCluster again(TenantCluster cluster) {
    var meta = cluster.getMetadata();
    var notes =
        new LinkedHashMap<>(
            Objects.requireNonNullElse(meta.getAnnotations(), Map.<String, String>of()));
    notes.remove(LAST_APPLIED);
    notes.put(Annotations.UNDELETE, meta.getUid());
    var again = new TenantCluster();
    again.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(meta.getNamespace())
            .withName(meta.getName())
            .withLabels(meta.getLabels())
            .withAnnotations(notes)
            .build());
    again.setSpec(cluster.getSpec());
    return again;
  }

  /**
   * Makes a kept place one in use, and its control plane one that nobody has stopped. Only if
   * nobody has ended it since it was seen: then it is not there to be had any more.
   */
  Optional<Trouble> takeUp(Place place, Cache cache) {
    return place
        .kept()
        .flatMap(
            kept ->
                leaving
                    .removeRecord(kept.cluster(), place)
                    .or(() -> wake(new ObjectKey(place.name(), kept.cluster().name()), cache))
                    .or(() -> unhurried(place, cache))
                    .or(
                        () ->
                            place
                                .seen()
                                .flatMap(one -> trouble(swap.swap(one, Kept.unmarked(one))))));
  }

  private Optional<Trouble> unhurried(Place place, Cache cache) {
    return clusterApi.list(Sort.DEPLOYMENT, place.name(), cache).stream()
        .flatMap(one -> trouble(swap.swap(one, patient(one, false))).stream())
        .findFirst();
  }

  /** What the order does not say about its number is the usual again. */
  private Optional<Trouble> wake(ObjectKey key, Cache cache) {
    return cache
        .find(LifeKinds.PLANES, key)
        .map(Keeper::untyped)
        .flatMap(plane -> trouble(swap.swap(plane, replicas(plane, null))));
  }

  /** Says that nobody can have it back any more. Only if nobody has taken it since it was seen. */
  Optional<Trouble> end(Namespace namespace, Kept kept) {
    return trouble(swap.swap(namespace, kept.ended(namespace)));
  }

  private static GenericKubernetesResource untyped(HasMetadata object) {
    return WireFormat.mapper().convertValue(object, GenericKubernetesResource.class);
  }

  /** Without bounds, or an autoscaler would bring machines back. */
  private static GenericKubernetesResource emptied(GenericKubernetesResource deployment) {
    var empty = none(deployment);
    var notes =
        new LinkedHashMap<>(
            Objects.requireNonNullElse(
                empty.getMetadata().getAnnotations(), Map.<String, String>of()));
    PoolObjects.BOUNDS.forEach(notes::remove);
    empty.getMetadata().setAnnotations(notes);
    return patient(empty, true);
  }

  /** Only so long are pods waited for that nobody may evict; or as long as it takes again. */
  private static GenericKubernetesResource patient(
      GenericKubernetesResource deployment, boolean limited) {
    ObjectNode tree = WireFormat.mapper().valueToTree(deployment);
    var machine = tree.withObject("/spec/template/spec");
    if (limited) {
      machine.set("deletion", WireFormat.mapper().valueToTree(PoolObjects.PATIENCE));
    } else {
      machine.remove("deletion");
    }
    return WireFormat.mapper().convertValue(tree, GenericKubernetesResource.class);
  }

  private static GenericKubernetesResource none(GenericKubernetesResource object) {
    return replicas(object, 0);
  }

  /**
   * The same with another number.
   *
   * @param number null for the usual one
   */
  private static GenericKubernetesResource replicas(
      GenericKubernetesResource object, @Nullable Integer number) {
    var copy = untyped(object);
    var spec = new LinkedHashMap<String, Object>();
    if (object.getAdditionalProperties().get("spec") instanceof Map<?, ?> before) {
      before.forEach((name, value) -> spec.put((String) name, value));
    }
    spec.remove("replicas");
    if (number != null) {
      spec.put("replicas", number);
    }
    copy.setAdditionalProperty("spec", spec);
    return copy;
  }

  private static Optional<Trouble> trouble(Answer<?> answer) {
    return answer instanceof Answer.Failed<?>(var trouble)
        ? Optional.of(trouble)
        : Optional.empty();
  }
}
