package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Call;
import dev.butlerlabs.butler.testkit.faults.Faults;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Elastic clusters; the same API server plays the tenant's own. */
@OnRealApiServer
class TenantIT {

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private TestCluster cluster;
  private Estate estate;
  private ByHand process;

  @BeforeEach
  void settleIn(TestCluster given) {
    cluster = given;
    estate = Estate.in(cluster);
    process = new ByHand(estate.client(), estate, timeline);
  }

  @AfterEach
  void leave() {
    process.close();
  }

  private void elastic(String more) {
    estate.provider(
        "poolRefs: [{name: a}], loadBalancer: {allocationMode: elastic, initialPoolSize: 1}"
            + more);
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");
    process.run("shop");
    estate.bind(estate.claims("shop").getFirst(), "10.40.0.1");
    process.run("shop");
    estate.reach("shop", cluster.kubeconfig());
    process.runSeeing("shop", estate);
  }

  @Test
  @DisplayName("point 5: a grown block goes back after ten idle minutes, across a restart")
  void point5_idleBlockGoesBackAcrossARestart() {
    elastic("");
    estate.service("one");
    estate.service("two");
    seeing("2 wanted", () -> claims().size() == 2);
    assertThat(claims()).containsExactly("lb a 1", "lb a 2");
    estate.bind(estate.claims("shop").get(1), "10.40.0.8/31");
    estate.give("one", "10.40.0.1");
    estate.give("two", "10.40.0.8");
    seeing("both are served", () -> capacity().status() == Truth.TRUE);
    assertThat(grown().getStatus().unusedSince()).isNull();

    estate.client().services().inNamespace(estate.namespace()).withName("two").delete();
    seeing("it is unused", () -> grown().getStatus().unusedSince() != null);
    assertThat(process.run("shop")).isEqualTo(Outcome.lookAgain(Duration.ofMinutes(10)));

    process.close();
    timeline.advance(Duration.ofMinutes(9));
    process = new ByHand(estate.client(), estate, timeline);
    process.runSeeing("shop", estate);
    assertThat(claims()).containsExactly("lb a 1", "lb a 2");
    timeline.advance(Duration.ofMinutes(1));
    process.runSeeing("shop", estate);

    assertThat(claims()).containsExactly("lb a 1", "lb a 2 released");
    process.run("shop");
    assertThat(claims()).as("what it began with stays").hasSize(2);
  }

  @Test
  @DisplayName("point 15: a quota that is used up is told on the cluster and on the Service, once")
  void point15_refusalIsToldToWhoeverWaits() {
    elastic(", quotaPerTenant: {maxLoadBalancerIPs: 1}");
    estate.service("one");
    estate.service("two");
    seeing("it is refused", () -> capacity().reason().equals("QuotaExceeded"));

    assertThat(capacity().message())
        .isEqualTo(
            "1 more addresses are needed and the quota of the cluster has room for 0; raise"
                + " quotaPerTenant in the ProviderConfig or remove Services");
    assertThat(estate.condition("shop", "NetworkReady").status()).isEqualTo(Truth.TRUE);
    timeline.advance(Duration.ofHours(1));
    process.close();
    process = new ByHand(estate.client(), estate, timeline);
    process.runSeeing("shop", estate);
    assertThat(estate.events("shop")).containsExactly("LoadBalancerCapacityShort");
    assertThat(estate.events("two")).containsExactly("LoadBalancerCapacityShort");
  }

  @Test
  void tenantThatCannotBeReachedIsToldAndNothingMoves(@TempDir Path folder) throws Exception {
    elastic("");
    var broken = folder.resolve("kubeconfig");
    Files.writeString(
        broken,
        Files.readString(cluster.kubeconfig())
            .replaceAll("server:.*\n", "server: https://127.0.0.1:1\n"));
    estate.client().secrets().inNamespace(estate.namespace()).withName("shop-kubeconfig").delete();
    estate.reach("shop", broken);
    estate.service("one");
    estate.service("two");

    seeing("it is told", () -> capacity().status() == Truth.UNKNOWN);

    assertThat(capacity().reason()).isEqualTo("TenantUnreachable");
    assertThat(capacity().message()).contains("tenant " + estate.namespace() + "/shop");
    assertThat(claims()).containsExactly("lb a 1");
  }

  @Test
  void tenantThatIsBusyJustWhenItIsAskedIsAskedAgainInASecond() throws Exception {
    elastic("");
    var kubeconfig = Files.readAllBytes(cluster.kubeconfig());
    var tenant =
        new Tenant(
            DemandKinds.keyOf(estate.cluster("shop")),
            estate.cluster("shop").getMetadata().getUid());
    var leave = new CountDownLatch(1);
    var places = TenantSettings.usual("butler-test/1").concurrent();
    var inside = new CountDownLatch(places);
    for (var place = 0; place < places; place++) {
      Thread.ofVirtual()
          .start(
              () ->
                  process
                      .clients()
                      .call(
                          tenant,
                          kubeconfig,
                          _ -> {
                            inside.countDown();
                            waitFor(leave);
                            return Answer.done(true);
                          }));
    }
    inside.await();
    estate.service("one");
    estate.service("two");
    process.awaitSeeing("shop", estate, 2, 0);

    assertThat(process.run("shop")).isEqualTo(Outcome.lookAgain(Duration.ofSeconds(1)));
    assertThat(capacity().reason()).isEqualTo("TenantBusy");
    assertThat(process.run("shop")).isEqualTo(Outcome.lookAgain(Duration.ofSeconds(1)));
    leave.countDown();
    seeing("it is asked for", () -> claims().size() == 2);
  }

  @Test
  void tenantThatFallsSilentBehindItsWatchIsAskedAgain() {
    elastic("");
    estate.service("one");
    estate.service("two");
    process.awaitSeeing("shop", estate, 2, 0);
    process.shutTenants();

    assertThat(process.run("shop")).isEqualTo(Outcome.lookAgain(Duration.ofSeconds(10)));

    assertThat(capacity().reason()).isEqualTo("TenantUnreachable");
    assertThat(claims()).containsExactly("lb a 1");
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException tooLate) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void settledClusterCostsNoWriteAndNoTimer() {
    elastic("");
    estate.service("one");
    estate.give("one", "10.40.0.1");
    process.runSeeing("shop", estate);
    var recording = cluster.recording(WireFormat.serialization(), Faults.none());
    try (var quiet = new ByHand(recording.client(), estate, timeline)) {
      assertThat(quiet.runSeeing("shop", estate)).isEqualTo(Outcome.settled());
      var before = recording.calls().requests().size();

      assertThat(quiet.run("shop")).isEqualTo(Outcome.settled());

      assertThat(recording.calls().requests()).hasSize(before);
      assertThat(timeline.pending()).isZero();
    }
  }

  @Test
  void cloudModeAsksForNoPoolAndNoClaim() {
    estate.create(ProviderConfig.class, "lab", "{provider: local, network: {mode: cloud}}");
    estate.order("shop", "networking: {}");
    var recording = cluster.recording(WireFormat.serialization(), Faults.none());
    var cache = new StoredCache(recording.client(), estate.namespace());
    try (var cloud = new ByHand(recording.client(), estate.namespace(), timeline, cache)) {
      cloud.run("shop");
      cloud.run("shop");
    }

    assertThat(estate.condition("shop", "NetworkReady").status()).isEqualTo(Truth.TRUE);
    assertThat(recording.calls().requests())
        .extracting(Call::resource)
        .containsOnly(
            "tenantclusters.butler.butlerlabs.dev", "providerconfigs.butler.butlerlabs.dev");
  }

  @Test
  @DisplayName("point 23: workers get node addresses, more workers more, and gone ones give back")
  void point23_nodesFollowTheWorkers() {
    estate.create(
        ProviderConfig.class,
        "lab",
        "{provider: local, network: {mode: ipam, poolRefs: [{name: a}], loadBalancer: {allocationMode:"
            + " elastic}}}");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "addons: {ingress: {enabled: false}}");
    process.run("shop");
    assertThat(claims()).containsExactly("nodes a 4");
    estate.bind(estate.claims("shop").getFirst(), "10.40.0.0/30");
    process.run("shop");
    assertThat(estate.condition("shop", "NetworkReady").status()).isEqualTo(Truth.TRUE);
    assertThat(estate.cluster("shop").getStatus().ipAllocationRef()).isNotNull();

    estate.edit("shop", "{workers: {replicas: 5}}");
    process.run("shop");
    assertThat(claims()).containsExactly("nodes a 4", "nodes a 2");
    estate.bind(grown(), "10.40.0.8/31");
    estate.edit("shop", "{workers: {replicas: 3}}");
    process.run("shop");
    assertThat(claims()).as("the machines are still there").hasSize(2).noneMatch(this::released);
    estate.tell(grown(), "HolderGone");
    process.run("shop");

    assertThat(claims()).containsExactly("nodes a 4", "nodes a 2 released");
  }

  @Test
  @DisplayName("point 23: a cluster whose machines came without node addresses keeps what it has")
  void point23_clusterWithMachinesKeepsWhatItHas() {
    estate.create(
        ProviderConfig.class,
        "lab",
        "{provider: local, network: {mode: ipam, poolRefs: [{name: a}]}}");
    estate.pool("a", "10.40.0.0/24", 254, 254);
    estate.order("shop", "networking: {}");
    estate.status(estate.cluster("shop"), "{workerNodesReady: 3, workerNodesDesired: 3}");

    process.run("shop");

    assertThat(claims()).containsExactly("lb a 8");
  }

  private boolean released(String words) {
    return words.endsWith("released");
  }

  private void seeing(String what, BooleanSupplier holds) {
    Await.untilTrue(
        what,
        () -> {
          process.run("shop");
          return holds.getAsBoolean();
        });
  }

  private IPAllocation grown() {
    return estate.claims("shop").get(1);
  }

  private Condition capacity() {
    return estate.condition("shop", "LoadBalancerCapacity");
  }

  private List<String> claims() {
    return estate.claims("shop").stream().map(Estate::words).toList();
  }
}
