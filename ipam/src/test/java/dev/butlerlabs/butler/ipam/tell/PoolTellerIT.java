package dev.butlerlabs.butler.ipam.tell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.observe.Metrics;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class PoolTellerIT {

  private static final String SPEC =
      "{cidr: 10.40.0.0/24, tenantAllocation: {ranges: [{start: 10.40.0.1, end: 10.40.0.100}]}}";

  private final SteppedTimeline clock = SteppedTimeline.atNewYear();
  private final Metrics metrics = new Metrics();
  private TestCluster cluster;
  private KubernetesClient client;
  private Resource<NetworkPool> pool;

  @BeforeEach
  void connect(TestCluster given) {
    cluster = given;
    cluster.installResources("crds/networkpools.butler.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
    var lab = Views.pool(SPEC);
    lab.getMetadata().setNamespace(cluster.namespace());
    lab.getMetadata().setGeneration(null);
    pool = client.resource(lab);
    pool.create();
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  /** A process: what it has in memory goes with it. */
  private PoolTeller process(KubernetesClient through) {
    var events = new Events(through, "butlerlabs.dev/ipam", "test", clock);
    return new PoolTeller(through, clock, events, new PoolMetrics(metrics.registry()));
  }

  private List<String> events() {
    return client.events().v1().events().inNamespace(cluster.namespace()).list().getItems().stream()
        .map(
            event ->
                event.getReason()
                    + (event.getSeries() == null ? "" : " x" + event.getSeries().getCount()))
        .sorted()
        .toList();
  }

  @Test
  @DisplayName("point 28: a restart repeats no event, and recovery is told once")
  void point28_eventsAreToldOnceAcrossRestarts() {
    process(client).tell(Views.holding(pool.get(), "10.40.0.1-10.40.0.75")).orElseThrow();
    for (var restart = 0; restart < 3; restart++) {
      clock.advance(Duration.ofMinutes(11));
      process(client).tell(Views.holding(pool.get(), "10.40.0.1-10.40.0.75")).orElseThrow();
    }
    assertThat(events()).containsExactly("PoolCapacityWarning");

    for (var restart = 0; restart < 3; restart++) {
      clock.advance(Duration.ofMinutes(11));
      process(client).tell(Views.holding(pool.get(), "10.40.0.1-10.40.0.5")).orElseThrow();
    }
    assertThat(events()).containsExactly("PoolCapacityRecovered", "PoolCapacityWarning");
  }

  @Test
  @DisplayName("point 28: a pool seen late is compared with what is stored")
  void point28_aLateCacheRepeatsNoEvent() {
    var late = pool.get();
    process(client).tell(Views.holding(late, "10.40.0.1-10.40.0.75")).orElseThrow();
    clock.advance(Duration.ofMinutes(11));

    process(client).tell(Views.holding(late, "10.40.0.1-10.40.0.76")).orElseThrow();

    assertThat(events()).containsExactly("PoolCapacityWarning");
    assertThat(pool.get().getStatus().allocatedIPs()).isEqualTo(76);
  }

  @Test
  @DisplayName("point 28: the status says what the pass has done, and is not written twice")
  void point28_statusDoesNotLagAndIsWrittenOnlyWhenChanged() {
    var recording = cluster.recording(WireFormat.serialization(), Faults.none());
    var teller = process(recording.client());
    var stored = teller.tell(Views.holding(pool.get(), "10.40.0.1-10.40.0.8")).orElseThrow();
    var calls = recording.calls().requests().size();

    teller.tell(Views.holding(stored, "10.40.0.1-10.40.0.8")).orElseThrow();

    assertThat(recording.calls().requests()).hasSize(calls);
    assertThat(stored.getStatus().allocatedIPs()).isEqualTo(8);
    assertThat(stored.getStatus().observedGeneration()).isEqualTo(1);
    assertThat(cluster.kubectl("get", "networkpool", "lab", "-o", "wide").stdout())
        .containsPattern(
            "CIDR +AVAILABLE +ALLOCATED +TOTAL +READY +ROOM +RESTING +LARGEST +FRAGMENTED")
        .containsPattern("10.40.0.0/24 +92 +8 +100 +True +DefaultBlockFits +0 +92 +0 +Ready");
  }

  @Test
  @DisplayName("point 28: the metrics of a pool go when the pool goes")
  void point28_metricsGoWithThePool() {
    var teller = process(client);
    var key = new ObjectKey(cluster.namespace(), "lab");

    teller.tell(Views.holding(pool.get(), "10.40.0.1-10.40.0.8")).orElseThrow();
    var labels = "{namespace=\"%s\",pool=\"lab\"}".formatted(cluster.namespace());
    assertThat(metrics.scrape())
        .contains(
            "butler_network_pool_total_ips" + labels + " 100.0",
            "butler_network_pool_allocated_ips" + labels + " 8.0",
            "butler_network_pool_available_ips" + labels + " 92.0",
            "butler_network_pool_allocation_count" + labels + " 1.0",
            "butler_network_pool_fragmentation_percent" + labels + " 0.0",
            "butler_network_pool_largest_free_block" + labels + " 92.0");

    teller.gone(key);
    assertThat(metrics.scrape()).doesNotContain("butler_network_pool_", "pool=\"lab\"");
  }

  @Test
  void processedClaimsAreCountedByResult() {
    var shown = new PoolMetrics(metrics.registry());

    shown.processed("allocated", 3);
    shown.processed("NoContiguousBlock", 1);

    assertThat(metrics.scrape())
        .contains(
            "butler_ip_allocation_processed_total{result=\"allocated\"} 3.0",
            "butler_ip_allocation_processed_total{result=\"NoContiguousBlock\"} 1.0");
  }
}
