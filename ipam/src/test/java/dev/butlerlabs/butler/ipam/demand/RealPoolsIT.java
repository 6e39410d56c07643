package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Orders that real pools serve, and one that needs none. */
@OnRealApiServer
class RealPoolsIT {

  private TestCluster cluster;
  private Scene scene;
  private Estate estate;

  @BeforeEach
  void settleIn(TestCluster given) {
    cluster = given;
    scene = new Scene(cluster);
    estate = scene.estate();
  }

  @AfterEach
  void leave() {
    scene.close();
  }

  @Test
  @DisplayName("points 11 and 13: fragmented pools are passed over, or served from in pieces")
  void points11and13_fragmentedPoolsArePassedOverOrServeInPieces() {
    estate.provider("poolRefs: [{name: a}, {name: b}]");
    estate.create(NetworkPool.class, "a", "{cidr: 10.40.0.0/29}");
    estate.create(NetworkPool.class, "b", "{cidr: 10.41.0.0/29}");
    pin("other", "a", "10.40.0.3");
    scene.restart();
    scene.await(
        "the pin is held",
        () -> estate.all().stream().allMatch(one -> Scene.phase(one, Phase.ALLOCATED)));
    awaitFree("a", 5);

    estate.order("shop", "networking: {lbPoolSize: 4}");
    scene.await(
        "it is served by the second pool", () -> ready("load balancers 10.41.0.1-10.41.0.4"));
    awaitFree("b", 2);
    estate.order("blog", "networking: {lbPoolSize: 6}");

    scene.await(
        "it is served in pieces",
        () ->
            scene.told(
                "blog",
                "NetworkReady",
                "load balancers 10.40.0.1-10.40.0.2, 10.40.0.4-10.40.0.6, 10.41.0.5-10.41.0.5"));
    assertThat(estate.words("blog")).containsExactly("lb a 3", "lb a 2", "lb b 1");
  }

  @Test
  @DisplayName("point 25: a static cluster becomes elastic and static again, and keeps its block")
  void point25_modeCanBeChangedBothWays() {
    estate.provider("poolRefs: [{name: a}]");
    estate.create(NetworkPool.class, "a", "{cidr: 10.40.0.0/24}");
    estate.order("shop", "networking: {lbPoolSize: 2}");
    estate.reach("shop", cluster.kubeconfig());
    List.of("one", "two", "three").forEach(estate::service);
    scene.restart();
    scene.await("it has its block", () -> ready("load balancers 10.40.0.1-10.40.0.2"));

    estate.edit("shop", "{networking: {loadBalancerMode: elastic}}");
    scene.await("it grows", () -> ready("load balancers 10.40.0.1-10.40.0.2, 10.40.0.3-10.40.0.4"));

    estate.client().services().inNamespace(estate.namespace()).withName("three").delete();
    estate.edit("shop", "{networking: {loadBalancerMode: static}}");
    scene.await("what grew goes", () -> ready("load balancers 10.40.0.1-10.40.0.2"));
    assertThat(estate.words("shop")).containsExactly("lb a 2", "lb a 2 released");
  }

  @Test
  void cloudModeTouchesNoPoolAndNeedsNoClaim() {
    estate.create(ProviderConfig.class, "lab", "{provider: local, network: {mode: cloud}}");
    estate.create(NetworkPool.class, "a", "{cidr: 10.40.0.0/29}");
    scene.restart();
    scene.await("the pool is told", () -> Objects.equals(scene.figures("a").availableIPs(), 6));
    var before = scene.pool("a").getMetadata().getResourceVersion();

    estate.order("shop", "networking: {lbPoolSize: 4}");
    scene.await(
        "it is ready", () -> ready("the infrastructure gives addresses itself (mode cloud)"));
    var order = estate.client().resource(estate.cluster("shop"));
    order.delete();
    cluster.await().untilGone(order);

    assertThat(estate.all()).isEmpty();
    assertThat(scene.pool("a").getMetadata().getResourceVersion()).isEqualTo(before);
  }

  /** Pools tell their figures after their claims, and orders are made by the figures. */
  private void awaitFree(String pool, int addresses) {
    scene.await(
        addresses + " of " + pool + " are told to be free",
        () -> Objects.equals(scene.figures(pool).availableIPs(), addresses));
  }

  private void pin(String name, String pool, String address) {
    estate.create(
        IPAllocation.class,
        name,
        "{poolRef: {name: %s}, tenantClusterRef: {name: %s, namespace: %s}, type: loadbalancer, pinnedRange: {startAddress: %s, endAddress: %s}}"
            .formatted(pool, name, estate.namespace(), address, address));
  }

  private boolean ready(String message) {
    return scene.told("shop", "NetworkReady", message);
  }
}
