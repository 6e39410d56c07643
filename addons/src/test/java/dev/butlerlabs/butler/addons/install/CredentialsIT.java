package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.RepositoryServer;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Charts of repositories that ask who is there: the real Helm, a real API server. */
@OnRealApiServer
class CredentialsIT {

  private static final String PASSWORD = "canary-4711";

  @TempDir Path folder;
  private Site site;
  private RepositoryServer closed;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish("web", "1.0.0", Map.of("map.yaml", configMap("web", "first")));
    closed = RepositoryServer.plain(folder.resolve("published")).only("ada", PASSWORD);
  }

  @AfterEach
  void close() {
    site.close();
    closed.close();
  }

  @Test
  void point1_chartComesFromARepositoryThatWantsAPassword() {
    secret(site.cluster.namespace(), closed.address().toString(), PASSWORD);

    order(", credentialsRef: {name: charts}");

    site.awaitPhase("shop", Phase.INSTALLED);
    assertThat(site.shown(there, "web")).isEqualTo("first");
  }

  @Test
  void point1_secretIsShownOnlyWhereItSaysItMayBe() {
    secret(site.cluster.namespace(), "https://charts.example.com", PASSWORD);

    order(", credentialsRef: {name: charts}");
    var failed = site.awaitPhase("shop", Phase.FAILED);

    assertThat(failed.message())
        .contains("charts is for https://charts.example.com", "credentialsRef")
        .doesNotContain(PASSWORD);
    assertThat(closed.asked()).as("nobody went there").isEmpty();
  }

  @Test
  void point1_secretThatIsMissingOrWrongIsToldAndMendedByWritingIt() {
    order(", credentialsRef: {name: charts}");
    var missing = site.awaitPhase("shop", Phase.FAILED);
    secret(site.cluster.namespace(), closed.address().toString(), "wrong");
    site.awaitTold(
        "the repository turns it away",
        "shop",
        one -> String.valueOf(one.message()).contains("check user and password"));

    secret(site.cluster.namespace(), closed.address().toString(), PASSWORD);

    assertThat(missing.message()).contains("there is no Secret", "charts");
    site.awaitPhase("shop", Phase.INSTALLED);
  }

  private void order(String more) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec:
          clusterRef: {name: web}
          helm: {repository: "%s", chart: web, namespace: %s%s}
          version: 1.0.0
        """
            .formatted(closed.address(), there, more));
  }

  private void secret(String namespace, String url, String password) {
    var data = Map.of("url", url, "username", "ada", "password", password);
    site.admin
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("charts")
                .endMetadata()
                .withStringData(data)
                .build())
        .serverSideApply();
  }
}
