package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.tenants.cause.Trees;
import dev.butlerlabs.butler.tenants.cause.plan.Troubled;
import dev.butlerlabs.butler.tenants.life.ClusterApi.Sort;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * When what is remembered of a cluster is not to be relied on: somebody asks for another look, or
 * Cluster API misses an object that was made. Once for each; a process that starts remembers
 * nothing anyway.
 */
final class Refreshing {

  private record Seen(String asked, Set<String> missing) {

    boolean adds(Seen before) {
      return (!asked.isEmpty() && !asked.equals(before.asked))
          || !before.missing.containsAll(missing);
    }
  }

  private final ClusterApi clusterApi;
  private final Map<ObjectKey, Seen> last = new ConcurrentHashMap<>();

  Refreshing(ClusterApi clusterApi) {
    this.clusterApi = clusterApi;
  }

  /** Whether there is a reason that was not there at the last look. */
  boolean due(TenantCluster cluster, Place place, Cache cache) {
    var now = new Seen(asked(cluster), missing(place, cache));
    var before = last.put(LifeKinds.keyOf(cluster), now);
    return before != null && now.adds(before);
  }

  void forget(ObjectKey cluster) {
    last.remove(cluster);
  }

  private static String asked(TenantCluster cluster) {
    return Objects.requireNonNullElse(
            cluster.getMetadata().getAnnotations(), Map.<String, String>of())
        .getOrDefault(Annotations.REFRESH, "");
  }

  private Set<String> missing(Place place, Cache cache) {
    return Stream.of(Sort.CLUSTER, Sort.DEPLOYMENT, Sort.MACHINE_SET)
        .flatMap(sort -> clusterApi.list(sort, place.name(), cache).stream())
        .flatMap(one -> Troubled.missing(Trees.part(one)).stream())
        .collect(Collectors.toUnmodifiableSet());
  }
}
