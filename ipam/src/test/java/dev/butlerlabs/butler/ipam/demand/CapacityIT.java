package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.NetworkSettings.Mode;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.infra.ProviderConfigStatus.Capacity;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class CapacityIT {

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private Estate estate;
  private CapacityReconciler reconciler;

  @BeforeEach
  void settleIn(TestCluster cluster) {
    estate = Estate.in(cluster);
    reconciler =
        new CapacityReconciler(
            estate.client(), new DemandKinds(estate.namespace()), "test", timeline, meters);
  }

  @Test
  @DisplayName("point 29: the estimate heeds pool defaults, mode and nodes, pool by pool")
  void point29_estimateHeedsSizesInForce() {
    estate.create(
        ProviderConfig.class,
        "lab",
        "{provider: local, network: {mode: ipam, poolRefs: [{name: a}, {name: b}, {name: gone}]}}");
    estate.pool("a", "10.40.0.0/24", 30, 30);
    estate.create(
        NetworkPool.class,
        "b",
        "{cidr: 10.41.0.0/24, tenantAllocation: {defaults: {lbPoolPerTenant: 2, nodesPerTenant: 3}}}");
    estate.figures("b", 11, 11);

    run();

    // 30 / (8 + 5) and 11 / (2 + 3)
    assertThat(capacity()).isEqualTo(new Capacity(41, 4));
    assertThat(provider().getStatus().networkMode()).isEqualTo(Mode.IPAM);
    assertThat(gauge("butler_provider_config_estimated_tenants")).isEqualTo(4);
  }

  @Test
  @DisplayName("point 29: an elastic provider without node ranges has room for more")
  void point29_elasticCountsWhatAClusterBeginsWith() {
    estate.provider("poolRefs: [{name: a}], loadBalancer: {allocationMode: elastic}");
    estate.pool("a", "10.40.0.0/24", 31, 31);

    run();

    assertThat(capacity()).isEqualTo(new Capacity(31, 15));
  }

  @Test
  @DisplayName("point 29: only pools beside the ProviderConfig count, as for its clusters")
  void point29_poolOfThatNameElsewhereDoesNotCount(TestCluster cluster) {
    estate.provider("poolRefs: [{name: a}, {name: b}]");
    estate.pool("a", "10.40.0.0/24", 16, 16);
    new Estate(estate.client(), cluster.freshNamespace()).pool("b", "10.41.0.0/24", 90, 90);

    run();

    assertThat(capacity()).isEqualTo(new Capacity(16, 2));
  }

  @Test
  void emptyPoolsAreToldOnceAndFiguresGoWithTheProvider() {
    estate.provider("poolRefs: [{name: a}]");
    estate.pool("a", "10.40.0.0/24", 0, 0);

    run();
    timeline.advance(Duration.ofHours(1));
    run();

    assertThat(estate.events("lab")).containsExactly("PoolsExhausted");
    assertThat(provider().getStatus().conditions())
        .anySatisfy(
            told ->
                assertThat(told.message())
                    .isEqualTo(
                        "pools [a] have no free address; enlarge one or add another to poolRefs"));
    reconciler.gone(key(), context());
    assertThat(meters.getMeters()).isEmpty();
  }

  @Test
  void cloudTellsItsModeAndNothingElse() {
    estate.create(ProviderConfig.class, "lab", "{provider: local, network: {mode: cloud}}");

    run();

    assertThat(provider().getStatus().networkMode()).isEqualTo(Mode.CLOUD);
    assertThat(provider().getStatus().capacity()).isNull();
    assertThat(meters.getMeters()).isEmpty();
  }

  private double gauge(String name) {
    return meters.get(name).tag("name", "lab").gauge().value();
  }

  private void run() {
    reconciler.reconcile(provider(), context());
  }

  private Capacity capacity() {
    return Objects.requireNonNull(provider().getStatus().capacity());
  }

  private ProviderConfig provider() {
    return estate
        .client()
        .resources(ProviderConfig.class)
        .inNamespace(estate.namespace())
        .withName("lab")
        .require();
  }

  private ObjectKey key() {
    return new ObjectKey(estate.namespace(), "lab");
  }

  private Context context() {
    var now = timeline.instant();
    var cache = new StoredCache(estate.client(), estate.namespace());
    return new Context(key(), cache, now, now.plusSeconds(60), 0, "test");
  }
}
