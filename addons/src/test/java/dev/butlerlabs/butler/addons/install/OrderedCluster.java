package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/**
 * A TenantCluster, as those who make it tell of it: a stand-in, behind which is the API server of
 * the test itself, unless another is given.
 */
final class OrderedCluster {

  private final TestCluster cluster;
  private final KubernetesClient admin;
  private final String name;
  private final String namespace;

  /** {@code web}, which is Ready. */
  OrderedCluster(TestCluster cluster, KubernetesClient admin) throws IOException {
    this(cluster, admin, "web");
  }

  /** It is Ready. */
  OrderedCluster(TestCluster cluster, KubernetesClient admin, String name) throws IOException {
    this(cluster, admin, name, Files.readString(cluster.kubeconfig()));
  }

  /** It is Ready, and that is the way into it. */
  OrderedCluster(TestCluster cluster, KubernetesClient admin, String name, String kubeconfig) {
    this.cluster = cluster;
    this.admin = admin;
    this.name = name;
    this.namespace = cluster.freshNamespace();
    login(kubeconfig);
    var order =
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata: {name: %s}
        spec: {}
        """
            .formatted(name);
    cluster.kubectlReading(order, "apply", "-f", "-").requireSuccess();
    status("Ready");
  }

  /** From now on that is the way into it. */
  void login(String kubeconfig) {
    admin
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name + "-admin-kubeconfig")
                .endMetadata()
                .withStringData(Map.of("admin.conf", kubeconfig))
                .build())
        .serverSideApply();
  }

  void status(String phase) {
    patch(
        "{\"status\": {\"phase\": \"%s\", \"tenantNamespace\": \"%s\", \"kubeconfigSecretRef\": {\"name\": \"%s-admin-kubeconfig\"}}}"
            .formatted(phase, namespace, name));
  }

  /** Its API server answers, and nothing else of it is ready. */
  void reachable() {
    patch(
        """
        {"status": {"phase": "Provisioning", "controlPlaneEndpoint": "10.0.0.9:6443", "conditions": [
          {"type": "ControlPlaneReady", "status": "True", "reason": "ControlPlaneReady", "message": "",
           "lastTransitionTime": "2026-03-01T12:00:00Z"}]}}
        """);
  }

  private void patch(String body) {
    cluster
        .kubectl("patch", "tenantcluster", name, "--subresource=status", "--type=merge", "-p", body)
        .requireSuccess();
  }
}
