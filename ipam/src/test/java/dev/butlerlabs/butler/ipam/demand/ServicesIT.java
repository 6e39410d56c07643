package dev.butlerlabs.butler.ipam.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Services as tenants write them, on a real API server, with real pools. */
@OnRealApiServer
class ServicesIT {

  private TestCluster cluster;
  private Scene scene;
  private Estate estate;

  @BeforeEach
  void settleIn(TestCluster given) {
    cluster = given;
    scene = new Scene(cluster);
    estate = scene.estate();
    estate.provider("poolRefs: [{name: a}], loadBalancer: {allocationMode: elastic}");
    estate.create(NetworkPool.class, "a", "{cidr: 10.40.0.0/24}");
    estate.order("shop", "addons: {ingress: {enabled: false}}");
    estate.reach("shop", cluster.kubeconfig());
  }

  @AfterEach
  void leave() {
    scene.close();
  }

  @Test
  @DisplayName("point 16: only Services that an address of ours would help are counted, by address")
  void point16_servicesAreCountedByTheAddressesTheyNeed() {
    service("plain", "", "ports: [{port: 80}]");
    service("ports", "", "ports: [{name: a, port: 80}, {name: b, port: 443, protocol: UDP}]");
    service("dual", "", "ipFamilyPolicy: PreferDualStack, ports: [{port: 80}]");
    service("shared-1", "metallb.io/allow-shared-ip: k", "ports: [{port: 80}]");
    service("shared-2", "metallb.io/allow-shared-ip: k", "ports: [{port: 443}]");
    service("class", "", "loadBalancerClass: other/one, ports: [{port: 80}]");
    service("foreign", "", "loadBalancerIP: 192.0.2.7, ports: [{port: 80}]");
    service("words", "metallb.io/loadBalancerIPs: 'soon, please'", "ports: [{port: 80}]");
    service("pool", "metallb.universe.tf/address-pool: mine", "ports: [{port: 80}]");
    cluster.kubectl("create", "service", "clusterip", "inner", "--tcp=80").requireSuccess();

    scene.restart();

    scene.await("four are there", () -> capacity("4 addresses, 4 wanted"));
    assertThat(estate.words("shop")).containsExactly("lb a 4");
  }

  @Test
  @DisplayName("point 16: a Service on its way out asks for nothing")
  void point16_serviceThatIsBeingDeletedAsksForNothing() {
    service("held", "", "ports: [{port: 80}]");
    cluster
        .kubectl(
            "patch",
            "service",
            "held",
            "--type=merge",
            "-p",
            "{\"metadata\":{\"finalizers\":[\"test/hold\"]}}")
        .requireSuccess();
    cluster.kubectl("delete", "service", "held", "--wait=false").requireSuccess();

    scene.restart();

    scene.await("nothing is wanted", () -> capacity("0 addresses, 0 wanted"));
    assertThat(estate.all()).isEmpty();
    cluster
        .kubectl(
            "patch",
            "service",
            "held",
            "--type=merge",
            "-p",
            "{\"metadata\":{\"finalizers\":null}}")
        .requireSuccess();
  }

  @Test
  @DisplayName("point 5: Services that come and go in quick succession leave one block at most")
  void point5_flappingServicesLeaveOneBlockAtMost() {
    scene.restart();
    scene.await("the tenant is seen", () -> capacity("0 addresses, 0 wanted"));

    for (var round = 0; round < 20; round++) {
      var name = "flap-" + round;
      service(name, "", "ports: [{port: 80}]");
      cluster.kubectl("delete", "service", name).requireSuccess();
    }
    service("last", "", "ports: [{port: 80}]");

    scene.await("it is served", () -> capacity("2 addresses, 1 wanted"));
    assertThat(estate.words("shop")).containsExactly("lb a 2");
  }

  private boolean capacity(String message) {
    return scene.told("shop", "LoadBalancerCapacity", message);
  }

  private void service(String name, String annotations, String spec) {
    cluster
        .kubectlReading(
            "{apiVersion: v1, kind: Service, metadata: {name: %s, annotations: {%s}}, spec: {type: LoadBalancer, %s}}"
                .formatted(name, annotations, spec),
            "create",
            "-f",
            "-")
        .requireSuccess();
  }
}
