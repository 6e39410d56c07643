package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.life.ClusterApi.Sort;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import dev.butlerlabs.butler.tenants.order.plan.Reading;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes the objects of a cluster what the plan says, in its order.
 *
 * <p>Without a call where they are so already. Platforms' own objects are not watched, since there
 * are many kinds: each is written once by a process, and again when something else is wanted or
 * what was written is forgotten.
 */
final class Building {

  private final Applier applier;
  private final ClusterApi clusterApi;
  private final Map<ObjectKey, Map<String, HasMetadata>> written = new ConcurrentHashMap<>();
  private final Map<String, ObjectKey> namespaces = new ConcurrentHashMap<>();

  Building(Applier applier, ClusterApi clusterApi) {
    this.applier = applier;
    this.clusterApi = clusterApi;
  }

  /** What could not be written; empty when all is there. Nothing after it was tried. */
  Optional<Trouble> build(ObjectKey cluster, ClusterObjects plan, Cache cache) {
    var namespace =
        anothers(cluster, plan.namespace(), cache)
            .or(() -> apply(plan.namespace(), LifeKinds.NAMESPACES, cache));
    if (namespace.isPresent()) {
      return namespace;
    }
    for (var one : plan.objects()) {
      var trouble = applyPart(cluster, one, cache);
      if (trouble.isPresent()) {
        return trouble;
      }
    }
    return Optional.empty();
  }

  /** Orders images of the factory that nobody brings yet; what could not be ordered. */
  Optional<Trouble> orderImages(Reading reading) {
    return reading instanceof Reading.LetIn(var order, _, _)
        ? order.images().stream()
            .flatMap(image -> image.order().stream())
            .flatMap(sync -> trouble(applier.apply(sync)).stream())
            .findFirst()
        : Optional.empty();
  }

  /** Nothing is remembered of a cluster: that has gone, or of which all is to be written anew. */
  void forget(ObjectKey cluster) {
    written.remove(cluster);
    namespaces.values().remove(cluster);
  }

  /**
   * What is another cluster's is never written to, though we made it too: neither a namespace that
   * says so, nor one that was made for another a moment ago and is not seen yet.
   */
  private Optional<Trouble> anothers(ObjectKey cluster, Namespace wanted, Cache cache) {
    var name = wanted.getMetadata().getName();
    var first = Objects.requireNonNullElse(namespaces.putIfAbsent(name, cluster), cluster);
    var holder =
        cache
            .find(LifeKinds.NAMESPACES, ObjectKey.cluster(name))
            .flatMap(Place::owner)
            .orElse(first);
    return holder.equals(cluster)
        ? Optional.empty()
        : Optional.of(
            new Trouble.Conflict(
                Attempt.to("apply", wanted), "it holds the parts of cluster " + holder));
  }

  private Optional<Trouble> applyPart(ObjectKey cluster, HasMetadata one, Cache cache) {
    return switch (one) {
      case NetworkPolicy policy -> apply(policy, LifeKinds.POLICIES, cache);
      case ResourceQuota quota -> apply(quota, LifeKinds.QUOTAS, cache);
      case StewardControlPlane plane -> apply(plane, LifeKinds.PLANES, cache);
      case Secret secret -> applyOnce(cluster, secret);
      case GenericKubernetesResource object ->
          sort(object)
              .map(sort -> applyWatched(sort, object, cache))
              .orElseGet(() -> applyOnce(cluster, object));
      default -> throw new IllegalStateException("a cluster has no " + one.getKind());
    };
  }

  private static Optional<Sort> sort(GenericKubernetesResource object) {
    return Arrays.stream(Sort.values()).filter(sort -> sort.is(object)).findFirst();
  }

  private Optional<Trouble> applyWatched(Sort sort, GenericKubernetesResource object, Cache cache) {
    var meta = object.getMetadata();
    var seen =
        clusterApi.list(sort, meta.getNamespace(), cache).stream()
            .filter(one -> one.getMetadata().getName().equals(meta.getName()))
            .findFirst()
            .orElse(null);
    return trouble(applier.apply(object, seen));
  }

  private Optional<Trouble> applyOnce(ObjectKey cluster, HasMetadata object) {
    var all = written.computeIfAbsent(cluster, _ -> new ConcurrentHashMap<>());
    var name = object.getKind() + " " + LifeKinds.keyOf(object);
    if (object.equals(all.get(name))) {
      return Optional.empty();
    }
    var trouble = trouble(applier.apply(object));
    if (trouble.isEmpty()) {
      all.put(name, object);
    }
    return trouble;
  }

  private <T extends HasMetadata> Optional<Trouble> apply(T desired, Kind<T> kind, Cache cache) {
    return trouble(applier.apply(desired, cache.find(kind, LifeKinds.keyOf(desired)).orElse(null)));
  }

  private static <T> Optional<Trouble> trouble(Answer<T> answer) {
    return answer instanceof Answer.Failed<T>(var trouble)
        ? Optional.of(trouble)
        : Optional.empty();
  }
}
