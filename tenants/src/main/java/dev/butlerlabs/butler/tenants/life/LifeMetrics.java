package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many clusters there are and how long they take, as metrics. By phase and never by cluster, so
 * there are as many series with ten clusters as with ten thousand, and none is left behind.
 */
public final class LifeMetrics {

  private static final Duration[] BOUNDS =
      Stream.of(30, 60, 120, 300, 600, 1200, 3600, 7200)
          .map(Duration::ofSeconds)
          .toArray(Duration[]::new);

  private final Timer ready;
  private final Timer upgraded;

  /** Those that were never ready, as far as this process has seen them from the beginning. */
  private final Set<ObjectKey> coming = ConcurrentHashMap.newKeySet();

  /** Since when each of those that change their version does so. */
  private final Map<ObjectKey, Instant> upgrading = new ConcurrentHashMap<>();

  public LifeMetrics(MeterRegistry registry, Cache cache) {
    ready = timer(registry, "ready", "From the order of a cluster until it is Ready");
    upgraded = timer(registry, "upgrade", "From the begin of an upgrade until all has it");
    for (var phase : Phase.values()) {
      Gauge.builder("butler.tenant.clusters", () -> count(cache, phase))
          .description("TenantClusters in a phase")
          .tag("phase", WireFormat.mapper().convertValue(phase, String.class))
          .register(registry);
    }
  }

  /**
   * A cluster is told to be in a phase.
   *
   * @param before the phase it was told to be in until now; null for none
   * @param version whether some of it still has another version
   */
  void told(
      TenantCluster cluster, @Nullable Phase before, Phase now, boolean version, Instant moment) {
    var key = LifeKinds.keyOf(cluster);
    if (before == null || now == Phase.PENDING) {
      coming.add(key);
    }
    if (now == Phase.UPDATING && version) {
      upgrading.putIfAbsent(key, since(cluster, before, moment));
    }
    if (now == Phase.READY) {
      var begun = upgrading.remove(key);
      if (begun != null) {
        upgraded.record(Duration.between(begun, moment));
      }
      if (coming.remove(key)) {
        var ordered = Instant.parse(cluster.getMetadata().getCreationTimestamp());
        ready.record(Duration.between(ordered, moment));
      }
    }
  }

  /** One that was upgrading when this process began has noted since when. */
  private static Instant since(TenantCluster cluster, @Nullable Phase before, Instant moment) {
    return Optional.ofNullable(cluster.getStatus())
        .filter(_ -> before == Phase.UPDATING)
        .map(TenantClusterStatus::lastTransitionTime)
        .orElse(moment);
  }

  void forget(ObjectKey cluster) {
    coming.remove(cluster);
    upgrading.remove(cluster);
  }

  private static Timer timer(MeterRegistry registry, String name, String description) {
    return Timer.builder("butler.tenant.cluster." + name)
        .description(description)
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  /** Nobody has looked at an order without a phase yet; while nothing is listed nobody can tell. */
  private static double count(Cache cache, Phase phase) {
    try {
      return cache.list(LifeKinds.CLUSTERS).stream()
          .filter(
              cluster ->
                  Optional.ofNullable(cluster.getStatus())
                          .map(TenantClusterStatus::phase)
                          .orElse(Phase.PENDING)
                      == phase)
          .count();
    } catch (IllegalStateException _) {
      return Double.NaN;
    }
  }
}
