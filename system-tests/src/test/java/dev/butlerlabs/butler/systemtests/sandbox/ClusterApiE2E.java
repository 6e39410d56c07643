package dev.butlerlabs.butler.systemtests.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real Cluster API gets its control plane and its infrastructure from here. */
class ClusterApiE2E {

  private static final String ORDER =
      """
      apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
      kind: LocalCluster
      metadata: {name: shop, namespace: default}
      spec: {}
      ---
      apiVersion: controlplane.cluster.x-k8s.io/v1alpha1
      kind: StewardControlPlane
      metadata: {name: shop, namespace: default}
      spec: {version: v1.36.3, replicas: 1}
      ---
      apiVersion: cluster.x-k8s.io/v1beta2
      kind: Cluster
      metadata: {name: shop, namespace: default}
      spec:
        clusterNetwork: {services: {cidrBlocks: [10.96.0.0/16]}, pods: {cidrBlocks: [10.244.0.0/16]}}
        infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: LocalCluster, name: shop}
        controlPlaneRef: {apiGroup: controlplane.cluster.x-k8s.io, kind: StewardControlPlane, name: shop}
      """;

  @TempDir Path folder;

  @Test
  void aClusterIsProvisionedReachesItsTenantAndGoesWithAllOfIt() throws Exception {
    try (var sandbox = new Sandbox(folder.resolve("home"))) {
      var up = sandbox.butler("up", "--detach");
      assertThat(up.exit()).describedAs(up.toString()).isZero();
      var order = Files.writeString(folder.resolve("order.yaml"), ORDER);
      run(sandbox, "apply", "-f", order.toString());

      await(sandbox, "condition=Ready", "stcp/shop");
      assertThat(run(sandbox, "get", "localcluster", "shop", "-o", "jsonpath={.spec}"))
          .contains("\"port\":6443");

      await(sandbox, "jsonpath={.status.phase}=Provisioned", "cluster/shop");
      awaitTrue(sandbox, "ControlPlaneInitialized");
      awaitTrue(sandbox, "ControlPlaneAvailable");
      // Cluster API itself got in with the kubeconfig it was given.
      awaitTrue(sandbox, "RemoteConnectionProbe");

      run(sandbox, "delete", "cluster", "shop", "--timeout=200s");
      assertThat(run(sandbox, "get", "stcp,tcp,localcluster,deployments,pods", "-o", "name"))
          .isBlank();
    }
  }

  /** Cluster API leaves the generation of a condition that stays true, so kubectl would wait on. */
  private static void awaitTrue(Sandbox sandbox, String condition) throws Exception {
    var path = "jsonpath={.status.conditions[?(@.type==\"%s\")].status}=True".formatted(condition);
    await(sandbox, path, "cluster/shop");
  }

  private static void await(Sandbox sandbox, String condition, String object) throws Exception {
    var waited = sandbox.kubectl("wait", "--for=" + condition, object, "--timeout=200s");
    if (waited.exit() != 0) {
      fail("%s %n%s", waited, run(sandbox, "get", object, "-o", "yaml"));
    }
  }

  private static String run(Sandbox sandbox, String... arguments)
      throws IOException, InterruptedException {
    var ran = sandbox.kubectl(arguments);
    assertThat(ran.exit()).describedAs(ran.toString()).isZero();
    return ran.out();
  }
}
