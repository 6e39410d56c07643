package dev.butlerlabs.butler.tenants.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A TenantCluster {@code web} whose tenant is the test's own API server, and people with rights of
 * their own around it.
 *
 * @param parts the namespace of its parts
 */
record Porch(TestCluster cluster, KubernetesClient client, String parts) {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  void open() throws IOException {
    order();
    keys();
    rights();
  }

  private void order() {
    cluster
        .kubectlReading(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantCluster
            metadata: {name: web}
            spec: {}
            """,
            "apply",
            "-f",
            "-")
        .requireSuccess();
    cluster
        .kubectl(
            "patch",
            "tenantcluster",
            "web",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"tenantNamespace\":\"%s\"}}".formatted(parts))
        .requireSuccess();
  }

  /** As Steward keeps them, with the authority that this API server trusts. */
  private void keys() throws IOException {
    var config = Files.readString(cluster.kubeconfig());
    var text = Files.readString(authority(cluster.kubeconfig().toAbsolutePath()));
    var own = Credential.parse(text, text);
    secret(
        "web-ca",
        Map.of(
            "tls.crt",
            own.certificatePem(),
            "tls.key",
            own.key().pem(),
            "ca.crt",
            own.certificatePem()));
    secret("web-admin-kubeconfig", Map.of("admin.conf", config));
  }

  /** The file with the authority for callers, somewhere in the home of the API server. */
  private static Path authority(Path kubeconfig) throws IOException {
    for (var folder = kubeconfig.getParent(); folder != null; folder = folder.getParent()) {
      try (var files = Files.walk(folder, 4)) {
        var found = files.filter(file -> file.endsWith("cluster-ca.pem")).findFirst();
        if (found.isPresent()) {
          return found.get();
        }
      }
    }
    throw new IllegalStateException("no cluster-ca.pem around " + kubeconfig);
  }

  private void secret(String name, Map<String, String> data) {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(parts)
                .withName(name)
                .endMetadata()
                .withStringData(data)
                .build())
        .create();
  }

  /**
   * Bob changes orders, Eve sees them, Ada reads the kubeconfig among the parts and Sam another
   * Secret there; all of them may ask.
   */
  private void rights() {
    kubectl("create", "clusterrole", "ask", "--verb=create,get,patch", "--resource=csr");
    kubectl("create", "clusterrolebinding", "ask", "--clusterrole=ask", "--group=askers");
    var orders = "--resource=tenantclusters.butler.butlerlabs.dev";
    cluster.kubectl("create", "role", "see", "--verb=get", orders).requireSuccess();
    cluster.kubectl("create", "role", "work", "--verb=get,update", orders).requireSuccess();
    cluster.kubectl("create", "rolebinding", "eve", "--role=see", "--user=eve@x.org");
    cluster.kubectl("create", "rolebinding", "bob", "--role=work", "--user=bob@x.org");
    var there = "--namespace=" + parts;
    reader("ada@x.org", "web-admin-kubeconfig", there);
    reader("sam@x.org", "web-nutanix-creds", there);
    Await.untilTrue(
        "rights are in force",
        PATIENCE,
        () ->
            can("bob@x.org", "update", cluster.namespace(), "tenantclusters")
                && can("ada@x.org", "get", parts, "secrets/web-admin-kubeconfig")
                && can("sam@x.org", "get", parts, "secrets/web-nutanix-creds"));
  }

  private void reader(String user, String secret, String where) {
    var only = "--resource-name=" + secret;
    var as = "--role=" + secret;
    cluster.kubectl("create", "role", secret, "--verb=get", "--resource=secrets", only, where);
    cluster.kubectl("create", "rolebinding", secret, as, "--user=" + user, where);
  }

  private boolean can(String user, String verb, String namespace, String resource) {
    return cluster
        .kubectl("auth", "can-i", verb, resource, "--as=" + user, "--namespace=" + namespace)
        .stdout()
        .startsWith("yes");
  }

  /** Shared by all tests of this JVM; the first one makes it. */
  private void kubectl(String... arguments) {
    var result = cluster.kubectl(arguments);
    assertThat(result.exit() == 0 || result.stderr().contains("already exists")).isTrue();
  }
}
