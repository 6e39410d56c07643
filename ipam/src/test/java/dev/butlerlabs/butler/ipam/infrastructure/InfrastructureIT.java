package dev.butlerlabs.butler.ipam.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Each test has a block of its own, because Services of all namespaces are looked at. */
@OnRealApiServer
class InfrastructureIT {

  private final SystemTimeline timeline = new SystemTimeline();
  private TestCluster cluster;
  private KubernetesClient admin;
  private RecordingClient process;
  private Engine engine;

  @BeforeEach
  void start(TestCluster given) {
    cluster = given;
    cluster.installResources(
        "crds/networkpools.butler.butlerlabs.dev.yaml",
        "crds/ipallocations.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml",
        "machines.cluster.x-k8s.io.yaml");
    admin = cluster.client(WireFormat.serialization());
    process = cluster.recording(WireFormat.serialization(), Faults.none());
    var client = process.client();
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    var machines = new Machines();
    engine.add("machines", machines.watches(), machines, ControllerSettings.DEFAULT);
    var reconciler = new InfrastructureReconciler(client, timeline, machines);
    engine.add("infrastructure", reconciler.watches(), reconciler, ControllerSettings.DEFAULT);
    engine.start();
  }

  @AfterEach
  void stop() {
    engine.close();
    timeline.close();
  }

  private void apply(String yaml) {
    cluster.kubectlReading(yaml, "apply", "-f", "-").requireSuccess();
  }

  private void pool(String cidr) {
    apply(
        """
        {apiVersion: butler.butlerlabs.dev/v1alpha1, kind: NetworkPool, metadata: {name: lab}, spec: {cidr: %s}}
        """
            .formatted(cidr));
  }

  private void service(String name, String ip) {
    apply(
        """
        apiVersion: v1
        kind: Service
        metadata: {name: %s}
        spec: {type: LoadBalancer, ports: [{port: 80}]}
        """
            .formatted(name));
    assigned(name, ip);
  }

  private void assigned(String name, String ip) {
    var status = "{\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"%s\"}]}}}".formatted(ip);
    cluster
        .kubectl("patch", "service", name, "--subresource=status", "--type=merge", "-p", status)
        .requireSuccess();
  }

  private NetworkPool awaitUses(String... lines) {
    return cluster
        .await()
        .until(
            "it tells " + List.of(lines),
            admin.resources(NetworkPool.class).inNamespace(cluster.namespace()).withName("lab"),
            pool -> uses(pool).equals(List.of(lines)));
  }

  private static List<String> uses(NetworkPool pool) {
    return pool.getStatus() == null
        ? List.of("no status")
        : pool.getStatus().infrastructureAllocations().stream()
            .map(use -> use.ip() + " " + use.source())
            .toList();
  }

  @Test
  @DisplayName("point 8: management Services, gateways and Machines are found in tenants' ranges")
  void point8_usesAreFoundAnywhereInTheBlock() {
    pool("10.40.0.0/24");
    service("console", "10.40.0.200");
    service("registry", "10.40.0.30");
    apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: site}
        spec:
          provider: harvester
          credentialsRef: {name: secret}
          harvester: {networkName: default/vlan40}
          network: {mode: ipam, gateway: 10.40.0.1, poolRefs: [{name: lab}]}
        """);
    machine("cp-1", "10.40.0.100");

    var pool =
        awaitUses(
            "10.40.0.1 static", "10.40.0.30 metallb", "10.40.0.100 machine", "10.40.0.200 metallb");

    assertThat(pool.getStatus().infrastructureConsumedIPs()).isEqualTo(4);
    assertThat(pool.getStatus().infrastructureAllocations().get(1).serviceRef())
        .isEqualTo(new NamespacedRef("registry", cluster.namespace()));
  }

  private void machine(String name, String address) {
    apply(
        """
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: Machine
        metadata: {name: %s}
        spec: {clusterName: management}
        """
            .formatted(name));
    cluster
        .kubectl(
            "patch",
            "machines.cluster.x-k8s.io",
            name,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"%s\"}]}}"
                .formatted(address))
        .requireSuccess();
  }

  @Test
  void movedAddressLeavesAndNothingIsWrittenWhenNothingChanged() {
    pool("10.41.0.0/24");
    service("console", "10.41.0.200");
    awaitUses("10.41.0.200 metallb");

    assigned("console", "192.168.0.9");
    awaitUses();
    var writes = writes();
    assigned("console", "192.168.0.10");
    apply("{apiVersion: v1, kind: Service, metadata: {name: other}, spec: {ports: [{port: 1}]}}");
    service("console", "10.41.0.7");
    awaitUses("10.41.0.7 metallb");

    assertThat(writes()).isEqualTo(writes + 1);
  }

  private long writes() {
    return process.calls().writes().stream()
        .filter(call -> call.toString().contains(cluster.namespace()))
        .count();
  }

  @Test
  @DisplayName("point 8: a tenant's machine in the range it holds is no foreign use")
  void point8_tenantsOwnMachineIsNoForeignUse() {
    pool("10.42.0.0/24");
    tenant("web");
    machine("worker-1", "10.42.0.9");
    awaitUses("10.42.0.9 machine");

    claim("10.42.0.8", "10.42.0.15");
    awaitUses();
  }

  private void tenant(String name) {
    apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata: {name: %s}
        spec: {kubernetesVersion: v1.34.0, providerConfigRef: {name: site}, workers: {replicas: 1}}
        """
            .formatted(name));
    cluster
        .kubectl(
            "patch",
            "tenantcluster",
            name,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"tenantNamespace\":\"%s\"}}".formatted(cluster.namespace()))
        .requireSuccess();
  }

  private void claim(String start, String end) {
    apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: IPAllocation
        metadata: {name: web-1}
        spec:
          poolRef: {name: lab}
          tenantClusterRef: {name: web, namespace: %s}
          type: nodes
        """
            .formatted(cluster.namespace()));
    cluster
        .kubectl(
            "patch",
            "ipallocation",
            "web-1",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"phase\":\"Allocated\",\"startAddress\":\"%s\",\"endAddress\":\"%s\"}}"
                .formatted(start, end))
        .requireSuccess();
  }
}
