package dev.butlerlabs.butler.tenants.life;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LifeMetricsTest {

  private static final Instant ORDERED = Instant.parse("2030-01-01T00:00:00Z");

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final List<TenantCluster> stored = new ArrayList<>();
  private final LifeMetrics metrics = new LifeMetrics(meters, new Listed(stored));

  @Test
  @DisplayName("H35: as many series for many clusters as for few; one that is gone counts no more")
  void clustersAreCountedByPhaseAndNeverByName() {
    var before = meters.getMeters().size();
    stored.add(cluster("a", "{phase: Ready}"));
    stored.add(cluster("b", "{phase: Ready}"));
    stored.add(cluster("c", "{}"));

    assertThat(count("Ready")).isEqualTo(2);
    assertThat(count("Pending")).isEqualTo(1);
    stored.removeFirst();
    assertThat(count("Ready")).isEqualTo(1);
    assertThat(meters.getMeters()).hasSize(before);
  }

  @Test
  void nothingIsCountedWhileNothingIsListed() {
    var silent = new SimpleMeterRegistry();
    new LifeMetrics(silent, new Listed(null));

    assertThat(silent.get("butler.tenant.clusters").tag("phase", "Ready").gauge().value()).isNaN();
  }

  @Test
  @DisplayName("H35: the time from the order to Ready is taken once, and never of what was in use")
  void timeFromOrderToReadyIsTakenOnce() {
    var web = cluster("web", "{}");
    tell(web, null, Phase.PENDING, 1);
    tell(web, Phase.PENDING, Phase.PROVISIONING, 2);
    tell(web, Phase.PROVISIONING, Phase.READY, 90);
    tell(web, Phase.READY, Phase.PROVISIONING, 100);
    tell(web, Phase.PROVISIONING, Phase.READY, 200);
    var old = cluster("old", "{phase: Sleeping}");
    tell(old, Phase.SLEEPING, Phase.PROVISIONING, 300);
    tell(old, Phase.PROVISIONING, Phase.READY, 400);

    assertThat(timer("ready").count()).isEqualTo(1);
    assertThat(timer("ready").totalTime(SECONDS)).isEqualTo(90);
  }

  @Test
  @DisplayName("H35: the time of an upgrade is taken, also by a process that came later")
  void timeOfAnUpgradeIsTaken() {
    var web = cluster("web", "{phase: Ready, lastTransitionTime: 2030-01-01T00:00:10Z}");
    metrics.told(web, Phase.READY, Phase.UPDATING, true, ORDERED.plusSeconds(100));
    metrics.told(web, Phase.UPDATING, Phase.UPDATING, true, ORDERED.plusSeconds(110));
    tell(web, Phase.UPDATING, Phase.READY, 130);
    assertThat(timer("upgrade").totalTime(SECONDS)).isEqualTo(30);

    var resized = cluster("resized", "{phase: Ready}");
    tell(resized, Phase.READY, Phase.UPDATING, 200);
    tell(resized, Phase.UPDATING, Phase.READY, 300);
    assertThat(timer("upgrade").count()).isEqualTo(1);

    var met = cluster("met", "{phase: Updating, lastTransitionTime: 2030-01-01T00:00:10Z}");
    metrics.told(met, Phase.UPDATING, Phase.UPDATING, true, ORDERED.plusSeconds(40));
    tell(met, Phase.UPDATING, Phase.READY, 50);
    assertThat(timer("upgrade").totalTime(SECONDS)).isEqualTo(30 + 40);
  }

  private void tell(TenantCluster cluster, @Nullable Phase before, Phase now, int second) {
    metrics.told(cluster, before, now, false, ORDERED.plusSeconds(second));
  }

  private Timer timer(String name) {
    return meters.get("butler.tenant.cluster." + name).timer();
  }

  private double count(String phase) {
    return meters.get("butler.tenant.clusters").tag("phase", phase).gauge().value();
  }

  private static TenantCluster cluster(String name, String status) {
    return WireFormat.serialization()
        .unmarshal(
            """
            metadata: {name: %s, namespace: shop, creationTimestamp: "%s"}
            status: %s
            """
                .formatted(name, ORDERED, status),
            TenantCluster.class);
  }

  /**
   * A cache of nothing but TenantClusters.
   *
   * @param clusters null while they are not listed
   */
  private record Listed(@Nullable List<TenantCluster> clusters) implements Cache {

    @Override
    public <T extends HasMetadata> List<T> list(Kind<T> kind) {
      if (clusters == null) {
        throw new IllegalStateException("they have not been listed yet");
      }
      return clusters.stream().map(kind.type()::cast).toList();
    }

    @Override
    public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
      throw new UnsupportedOperationException();
    }
  }
}
