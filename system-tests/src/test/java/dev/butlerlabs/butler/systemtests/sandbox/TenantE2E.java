package dev.butlerlabs.butler.systemtests.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide to clusters, followed on a whole platform, from the order to the last trace. */
class TenantE2E {

  private static final String PLATFORM =
      """
      apiVersion: butler.butlerlabs.dev/v1alpha1
      kind: NetworkPool
      metadata: {name: lab, namespace: butler-system}
      spec: {cidr: 10.251.0.0/24}
      ---
      apiVersion: butler.butlerlabs.dev/v1alpha1
      kind: ProviderConfig
      metadata: {name: lab, namespace: butler-system}
      spec: {provider: local, network: {mode: ipam, poolRefs: [{name: lab}]}}
      ---
      apiVersion: butler.butlerlabs.dev/v1alpha1
      kind: Team
      metadata: {name: shop}
      spec: {displayName: Shop}
      """;
  private static final String ORDER =
      """
      apiVersion: butler.butlerlabs.dev/v1alpha1
      kind: TenantCluster
      metadata: {name: web, namespace: shop}
      spec:
        kubernetesVersion: v1.35.4
        providerConfigRef: {name: lab}
        controlPlane: {replicas: 1}
        workers: {replicas: 1}
      """;

  @TempDir Path folder;

  @Test
  void wholeLifeOfACluster() throws Exception {
    Sandbox.olderKubernetes();
    try (var sandbox = new Sandbox(folder.resolve("home"))) {
      var up = sandbox.butler("up", "--detach");
      assertThat(up.exit()).describedAs(up.toString()).isZero();
      var web = new Ordered(sandbox, "shop", "web");
      var before = programs(sandbox);
      apply(web, PLATFORM);
      web.run("wait", "--for=jsonpath={.status.phase}=Ready", "team/shop", "--timeout=180s");
      apply(web, ORDER);

      web.await("{.status.phase}=Ready");
      assertThat(web.told("{.status.observedState.kubernetesVersion}")).isEqualTo("v1.35.4");
      assertThat(web.told("{.status.controlPlaneEndpoint}")).endsWith(":6443");
      assertThat(given(web)).isNotEqualTo("0");
      assertThat(held(web)).isNotBlank();
      var tenant = web.kubeconfig(folder.resolve("tenant.conf"));
      assertThat(web.nodes(tenant)).containsExactly("v1.35.4");
      web.run("--kubeconfig", tenant, "create", "configmap", "kept");
      entersInPerson(web, tenant);

      grows(web, tenant);
      isUpgraded(web, tenant);
      sleepsAndWakes(web, tenant);
      isResized(web, tenant);
      leaves(web);
      Sandbox.await(
          "no program of it runs any more",
          Duration.ofMinutes(1),
          () -> programs(sandbox).equals(before));
    }
  }

  private void apply(Ordered web, String yaml) throws Exception {
    web.run("apply", "-f", Files.writeString(folder.resolve("order.yaml"), yaml).toString());
  }

  /** How many addresses of the pool are given out. */
  private static String given(Ordered web) {
    return web.look(
        "get",
        "networkpool",
        "lab",
        "-n",
        "butler-system",
        "-o",
        "jsonpath={.status.allocatedIPs}");
  }

  /** Claims whose addresses are somebody's; those that were given back are kept for a while. */
  private static String held(Ordered web) {
    return web.look(
        "get",
        "ipallocations",
        "-A",
        "-o",
        "jsonpath={.items[?(@.status.phase!=\"Released\")].metadata.name}");
  }

  /** What runs for this home, by name. */
  private static List<String> programs(Sandbox sandbox) {
    return sandbox.processes().stream()
        .map(process -> process.info().command().orElse(""))
        .filter(command -> !command.isEmpty())
        .sorted()
        .toList();
  }

  private void entersInPerson(Ordered web, String tenant) throws Exception {
    var own = new WayIn(web, folder).ask("viewer", tenant);

    assertThat(web.run("--kubeconfig", own, "auth", "whoami"))
        .contains("butler:")
        .contains("butler:tenant-viewers");
    assertThat(web.sandbox().kubectl("--kubeconfig", own, "get", "secrets").exit()).isNotZero();
    Sandbox.await(
        "the rights hold",
        Duration.ofMinutes(1),
        () ->
            web.look("--kubeconfig", own, "get", "configmap", "kept", "-o", "name")
                .contains("configmap/kept"));
  }

  /** The number is left to an autoscaler; another hand plays it. */
  private static void grows(Ordered web, String tenant) throws Exception {
    var place = web.told("{.status.tenantNamespace}");
    web.patch(
        "{\"spec\": {\"workers\": {\"replicas\": 2, \"autoscaling\": {\"min\": 1, \"max\": 3}}}}");
    Sandbox.await(
        "the bounds are at its MachineDeployment",
        Duration.ofMinutes(5),
        () -> web.look("get", "machinedeployment", "-n", place, "-o", "yaml").contains("max-size"));
    web.run("scale", "machinedeployment", "web-workers", "-n", place, "--replicas=2");
    web.await("{.status.workerNodesReady}=2");
    web.await("{.status.phase}=Ready");
    assertThat(web.nodes(tenant)).hasSize(2);
  }

  private static void isUpgraded(Ordered web, String tenant) throws Exception {
    web.patch("{\"spec\": {\"kubernetesVersion\": \"v1.36.3\"}}");
    web.await("{.status.observedState.kubernetesVersion}=v1.36.3");
    web.awaitNodes(tenant, "v1.36.3", "v1.36.3");
    web.await("{.status.phase}=Ready");
  }

  private static void sleepsAndWakes(Ordered web, String tenant) throws Exception {
    var place = web.told("{.status.tenantNamespace}");
    web.patch("{\"spec\": {\"sleep\": {\"asleep\": true}}}");
    web.await("{.status.cause.reason}=Sleeping");
    assertThat(web.told("{.status.phase}")).isEqualTo("Sleeping");
    assertThat(web.machines()).isEmpty();
    web.awaitNone("get", "pods", "-n", place, "-o", "name");

    web.patch("{\"spec\": {\"sleep\": {\"asleep\": false}}}");
    web.await("{.status.phase}=Ready");
    web.awaitNodes(tenant, "v1.36.3", "v1.36.3");
    web.run("--kubeconfig", tenant, "get", "configmap", "kept");
  }

  private static void isResized(Ordered web, String tenant) throws Exception {
    var before = web.machines();
    web.patch("{\"spec\": {\"workers\": {\"machineTemplate\": {\"cpu\": 2}}}}");
    Sandbox.await(
        "every machine is another one",
        Duration.ofMinutes(10),
        () -> {
          var now = web.look("get", "machines.cluster.x-k8s.io", "-A", "-o", "name");
          return now.lines().count() == 2 && before.stream().noneMatch(now::contains);
        });
    web.await("{.status.phase}=Ready");
    assertThat(web.nodes(tenant)).hasSize(2);
  }

  private static void leaves(Ordered web) throws Exception {
    var place = web.told("{.status.tenantNamespace}");
    web.run("delete", "tenantcluster", "web", "-n", "shop", "--wait=false");
    Sandbox.await(
        "the cluster is gone",
        Duration.ofMinutes(10),
        () -> {
          // In this order: machines never come back, so none may be seen after the addresses went.
          if (held(web).isBlank()) {
            assertThat(web.look("get", "machines.cluster.x-k8s.io", "-A", "-o", "name")).isBlank();
          }
          return web.look("get", "tenantcluster", "-A", "-o", "name").isBlank();
        });
    web.awaitNone("get", "tenantcluster", "-n", "shop", "--ignore-not-found", "-o", "name");
    assertThat(web.run("get", "namespace", place, "--ignore-not-found", "-o", "name")).isBlank();
    assertThat(
            web.run(
                "get",
                "clusters.cluster.x-k8s.io,machines.cluster.x-k8s.io,localmachines,localclusters,stcp,tcp,pods",
                "-A",
                "-o",
                "name"))
        .isBlank();
    assertThat(held(web)).isBlank();
    Sandbox.await(
        "the pool has its addresses back", Duration.ofMinutes(1), () -> given(web).equals("0"));
    Sandbox.await(
        "nobody has data in a datastore",
        Duration.ofMinutes(1),
        () -> web.look("get", "datastores", "-o", "jsonpath={.items[*].status.usedBy}").isBlank());
  }
}
