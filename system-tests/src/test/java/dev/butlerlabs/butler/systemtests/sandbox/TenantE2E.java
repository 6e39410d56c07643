package dev.butlerlabs.butler.systemtests.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide to clusters, followed on a whole platform, from the order to the last trace. */
class TenantE2E {

  private static final String ORDER =
      """
      apiVersion: butler.butlerlabs.dev/v1alpha1
      kind: ProviderConfig
      metadata: {name: lab, namespace: butler-system}
      spec: {provider: local}
      ---
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
      web.run("create", "namespace", "shop");
      web.run("apply", "-f", Files.writeString(folder.resolve("order.yaml"), ORDER).toString());

      web.await("{.status.phase}=Ready");
      assertThat(web.told("{.status.observedState.kubernetesVersion}")).isEqualTo("v1.35.4");
      assertThat(web.told("{.status.controlPlaneEndpoint}")).endsWith(":6443");
      var tenant = web.kubeconfig(folder.resolve("tenant.conf"));
      assertThat(web.nodes(tenant)).containsExactly("v1.35.4");
      web.run("--kubeconfig", tenant, "create", "configmap", "kept");
      entersInPerson(web, tenant);

      grows(web, tenant);
      isUpgraded(web, tenant);
      sleepsAndWakes(web, tenant);
      isResized(web, tenant);
      leaves(web);
    }
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
  }
}
