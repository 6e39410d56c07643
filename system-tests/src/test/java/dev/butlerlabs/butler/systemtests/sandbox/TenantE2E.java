package dev.butlerlabs.butler.systemtests.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide to clusters, followed on a whole platform: order, use, scale, delete. */
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
        kubernetesVersion: v1.36.3
        providerConfigRef: {name: lab}
        controlPlane: {replicas: 1}
        workers: {replicas: 1}
      """;

  @TempDir Path folder;

  @Test
  void orderBecomesAClusterIsScaledAndGoesWithoutATrace() throws Exception {
    try (var sandbox = new Sandbox(folder.resolve("home"))) {
      var up = sandbox.butler("up", "--detach");
      assertThat(up.exit()).describedAs(up.toString()).isZero();
      run(sandbox, "create", "namespace", "shop");
      var order = Files.writeString(folder.resolve("order.yaml"), ORDER);
      run(sandbox, "apply", "-f", order.toString());

      await(sandbox, "{.status.phase}=Ready");
      var place = told(sandbox, "{.status.tenantNamespace}");
      assertThat(told(sandbox, "{.status.observedState.kubernetesVersion}")).isEqualTo("v1.36.3");
      assertThat(told(sandbox, "{.status.controlPlaneEndpoint}")).endsWith(":6443");
      var tenant = kubeconfig(sandbox, place);
      assertThat(nodes(sandbox, tenant)).hasSize(1);

      run(
          sandbox,
          "patch",
          "tenantcluster",
          "web",
          "-n",
          "shop",
          "--type=merge",
          "-p",
          "{\"spec\": {\"workers\": {\"replicas\": 2}}}");
      await(sandbox, "{.status.workerNodesReady}=2");
      await(sandbox, "{.status.phase}=Ready");
      assertThat(nodes(sandbox, tenant)).hasSize(2);

      run(sandbox, "delete", "tenantcluster", "web", "-n", "shop", "--wait=false");
      Sandbox.await(
          "the cluster is gone",
          Duration.ofMinutes(10),
          () ->
              look(
                      sandbox,
                      "get",
                      "tenantcluster",
                      "-n",
                      "shop",
                      "--ignore-not-found",
                      "-o",
                      "name")
                  .isBlank());
      assertThat(look(sandbox, "get", "namespace", place, "--ignore-not-found", "-o", "name"))
          .isBlank();
      assertThat(
              look(
                  sandbox,
                  "get",
                  "clusters.cluster.x-k8s.io,machines.cluster.x-k8s.io,localmachines,localclusters,stcp,tcp,pods",
                  "-A",
                  "-o",
                  "name"))
          .isBlank();
    }
  }

  private String kubeconfig(Sandbox sandbox, String place) throws Exception {
    var secret = told(sandbox, "{.status.kubeconfigSecretRef.name}");
    var text =
        run(
            sandbox,
            "-n",
            place,
            "get",
            "secret",
            secret,
            "-o",
            "go-template={{index .data \"admin.conf\" | base64decode}}");
    return Files.writeString(folder.resolve("tenant.conf"), text).toString();
  }

  private static List<String> nodes(Sandbox sandbox, String tenant) {
    return look(sandbox, "--kubeconfig", tenant, "get", "nodes", "-o", "name")
        .lines()
        .filter(line -> !line.isBlank())
        .toList();
  }

  private static String told(Sandbox sandbox, String path) throws Exception {
    return run(sandbox, "-n", "shop", "get", "tenantcluster", "web", "-o", "jsonpath=" + path);
  }

  /** One call of kubectl may not last as long as a busy machine needs. */
  private static void await(Sandbox sandbox, String condition) throws Exception {
    for (var call = 0; call < 4; call++) {
      var waited =
          sandbox.kubectl(
              "-n",
              "shop",
              "wait",
              "--for=jsonpath=" + condition,
              "tenantcluster/web",
              "--timeout=180s");
      if (waited.exit() == 0) {
        return;
      }
    }
    fail(
        "%s was waited for in vain%n%s%n%s",
        condition,
        look(sandbox, "-n", "shop", "get", "tenantcluster", "web", "-o", "yaml"),
        look(
            sandbox,
            "get",
            "clusters.cluster.x-k8s.io,stcp,tcp,machinedeployments,machines.cluster.x-k8s.io,localmachines",
            "-A",
            "-o",
            "yaml"));
  }

  /** Whatever is answered, for those who ask again. */
  private static String look(Sandbox sandbox, String... arguments) {
    try {
      return Objects.requireNonNull(sandbox.kubectl(arguments).out());
    } catch (IOException unclear) {
      return unclear.toString();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static String run(Sandbox sandbox, String... arguments)
      throws IOException, InterruptedException {
    var ran = sandbox.kubectl(arguments);
    assertThat(ran.exit()).describedAs(ran.toString()).isZero();
    return ran.out();
  }
}
