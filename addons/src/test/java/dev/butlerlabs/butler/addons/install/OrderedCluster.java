package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/**
 * A TenantCluster {@code web}, as those who make it tell of it: a stand-in, behind which is the API
 * server of the test itself.
 */
final class OrderedCluster {

  private final TestCluster cluster;
  private final KubernetesClient admin;
  private final String namespace;

  /** It is Ready. */
  OrderedCluster(TestCluster cluster, KubernetesClient admin) throws IOException {
    this.cluster = cluster;
    this.admin = admin;
    this.namespace = cluster.freshNamespace();
    secret(Files.readString(cluster.kubeconfig()));
    var order =
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata: {name: web}
        spec: {}
        """;
    cluster.kubectlReading(order, "apply", "-f", "-").requireSuccess();
    status("Ready");
  }

  private void secret(String kubeconfig) {
    admin
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("web-admin-kubeconfig")
                .endMetadata()
                .withStringData(Map.of("admin.conf", kubeconfig))
                .build())
        .serverSideApply();
  }

  void status(String phase) {
    patch(
        "{\"status\": {\"phase\": \"%s\", \"tenantNamespace\": \"%s\", \"kubeconfigSecretRef\": {\"name\": \"web-admin-kubeconfig\"}}}"
            .formatted(phase, namespace));
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
        .kubectl(
            "patch", "tenantcluster", "web", "--subresource=status", "--type=merge", "-p", body)
        .requireSuccess();
  }
}
