package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people write by mistake, or take away at the wrong moment. */
@OnRealApiServer
class OddInputIT {

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "quotaPerTenant: {maxLoadBalancerIPs: 0}",
        "quotaPerTenant: {maxNodeIPs: 0}",
        "loadBalancer: {initialPoolSize: 0}",
        "loadBalancer: {growthIncrement: 0}",
        "loadBalancer: {defaultPoolSize: -1}",
      })
  void numbersThatGiveNobodyAnythingAreRefused(String settings) {
    assertThatThrownBy(() -> estate.provider("poolRefs: [{name: a}], " + settings))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("should be greater than or equal to 1");
  }

  @Test
  void firstBlockAboveTheQuotaIsCutAndTheClusterIsReady() {
    estate.provider(
        "poolRefs: [{name: a}], loadBalancer: {allocationMode: elastic, initialPoolSize: 9, growthIncrement: 2147483647}, quotaPerTenant: {maxLoadBalancerIPs: 3}");
    estate.create(NetworkPool.class, "a", "{cidr: 10.40.0.0/24}");
    estate.order("shop", "networking: {}");
    estate.reach("shop", cluster.kubeconfig());
    scene.restart();

    scene.await("it is ready", () -> ready("load balancers 10.40.0.1-10.40.0.3"));
    for (var name : List.of("one", "two", "three", "four")) {
      estate.service(name);
    }
    scene.await("the quota is told", () -> capacity("QuotaExceeded"));
    assertThat(estate.words("shop")).containsExactly("lb a 3");
  }

  @Test
  void pinThatTheSchemaCannotSeeThroughIsTold() {
    estate.provider("poolRefs: [{name: a}]");
    estate.create(NetworkPool.class, "a", "{cidr: 10.40.0.0/24}");
    estate.order(
        "shop", "networking: {pinnedLoadBalancerRange: {start: 'fd00::9', end: 'fd00::1'}}");
    scene.restart();

    scene.await("it is told", () -> capacity("OutOfRange"));
    assertThat(estate.condition("shop", "LoadBalancerCapacity").message())
        .isEqualTo(
            "spec.networking.pinnedLoadBalancerRange cannot be read: fd00::9-fd00::1 ends before it"
                + " starts; write fd00::1-fd00::9");
    scene.await("it begins all the same", () -> ready("load balancers 10.40.0.1-10.40.0.8"));
  }

  @Test
  void poolThatIsRemovedWhileInUseStaysUntilNobodyHasAnythingOfIt() {
    estate.provider("poolRefs: [{name: a}, {name: b}]");
    estate.create(NetworkPool.class, "a", "{cidr: 10.40.0.0/24}");
    estate.create(NetworkPool.class, "b", "{cidr: 10.41.0.0/24}");
    estate.order("shop", "networking: {lbPoolSize: 2}");
    scene.restart();
    scene.await("it is ready", () -> ready("load balancers 10.40.0.1-10.40.0.2"));

    estate.client().resource(scene.pool("a")).delete();
    estate.edit("shop", "{networking: {lbPoolSize: 4}}");

    scene.await(
        "the rest comes from the other pool",
        () -> ready("load balancers 10.40.0.1-10.40.0.2, 10.41.0.1-10.41.0.2"));
    assertThat(scene.pool("a").isMarkedForDeletion()).isTrue();
    takeOffFinalizers();
    scene.await("it was removed by force", () -> !exists("a"));
    estate.edit("shop", "{networking: {lbPoolSize: 5}}");
    scene.await(
        "what is held stays held",
        () ->
            ready("load balancers 10.40.0.1-10.40.0.2, 10.41.0.1-10.41.0.2, 10.41.0.3-10.41.0.3"));
  }

  private void takeOffFinalizers() {
    estate.client().resource(scene.pool("a")).patch(MERGE, "{\"metadata\":{\"finalizers\":null}}");
  }

  private boolean exists(String pool) {
    return estate
            .client()
            .resources(NetworkPool.class)
            .inNamespace(estate.namespace())
            .withName(pool)
            .get()
        != null;
  }

  @Test
  void tenantThatIsDeletedWhileItGrowsLeavesNothingBehind() {
    estate.provider(
        "poolRefs: [{name: a}], loadBalancer: {allocationMode: elastic, initialPoolSize: 1}");
    estate.create(NetworkPool.class, "a", "{cidr: 10.40.0.0/30}");
    estate.order("shop", "networking: {}");
    estate.reach("shop", cluster.kubeconfig());
    for (var name : List.of("one", "two", "three", "four")) {
      estate.service(name);
    }
    scene.restart();
    scene.await("it has what there is", () -> capacity("PoolExhausted"));
    scene.await("that is all", () -> Objects.equals(scene.figures("a").availableIPs(), 0));

    var order = estate.client().resource(estate.cluster("shop"));
    order.delete();
    cluster.await().untilGone(order);

    scene.await(
        "all is given back",
        () -> estate.all().stream().allMatch(claim -> Scene.phase(claim, Phase.RELEASED)));
    scene.after(
        Duration.ofMinutes(10),
        "and free",
        () -> Objects.equals(scene.figures("a").availableIPs(), 2));
  }

  @Test
  void kubeconfigThatIsNoneIsToldAndNothingMoves() {
    estate.provider(
        "poolRefs: [{name: a}], loadBalancer: {allocationMode: elastic, initialPoolSize: 1}");
    estate.create(NetworkPool.class, "a", "{cidr: 10.40.0.0/24}");
    estate.order("shop", "networking: {}");
    estate.reach("shop", cluster.kubeconfig());
    scene.restart();
    scene.await("the tenant is seen", () -> capacity("Sufficient"));

    var text = "these are not the words".getBytes(StandardCharsets.UTF_8);
    var secret =
        estate.client().secrets().inNamespace(estate.namespace()).withName("shop-kubeconfig");
    secret.patch(
        MERGE, "{\"data\":{\"value\":\"%s\"}}".formatted(Base64.getEncoder().encodeToString(text)));

    scene.await("it is told", () -> capacity("TenantUnreachable"));
    assertThat(estate.condition("shop", "LoadBalancerCapacity").message())
        .doesNotContain("these are not the words");
    assertThat(estate.condition("shop", "NetworkReady").status()).isEqualTo(Truth.TRUE);
    assertThat(estate.words("shop")).containsExactly("lb a 1");
  }

  private boolean ready(String message) {
    return scene.told("shop", "NetworkReady", message);
  }

  private boolean capacity(String reason) {
    TenantCluster shop = estate.cluster("shop");
    return shop.getStatus() != null
        && shop.getStatus().conditions().stream()
            .anyMatch(
                one -> one.type().equals("LoadBalancerCapacity") && one.reason().equals(reason));
  }
}
