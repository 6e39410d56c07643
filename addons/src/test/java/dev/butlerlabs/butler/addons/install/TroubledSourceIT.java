package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An upgrade whose chart cannot be had, or does not take its values: the addon says why, what
 * serves stays, and it goes on by itself or with the edit that was asked for.
 */
@OnRealApiServer
class TroubledSourceIT {

  private static final String SCHEMA =
      """
      {"type": "object", "properties": {"shown": {"type": "string"}}}
      """;
  private static final Map<String, String> CHART =
      Map.of(
          "map.yaml",
          configMap("{{ .Release.Name }}", "{{ .Values.shown | default \"none\" | quote }}"),
          "/values.schema.json",
          SCHEMA);

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void serves(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish("web", "1.0.0", CHART);
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void repositoryThatIsDownIsWaitedFor() throws IOException {
    site.publish("web", "2.0.0", CHART);
    order("1.0.0", "one");
    awaitServed("1.0.0", "one");

    site.repositoryFails();
    order("2.0.0", "two");
    assertThat(failed("RepositoryDown")).contains("look whether the repository answers");
    site.repositoryComesBack();

    awaitServed("2.0.0", "two");
  }

  @Test
  void versionThatIsNotPublishedYetIsWaitedFor() throws IOException {
    order("1.0.0", "one");
    awaitServed("1.0.0", "one");

    order("2.0.0", "two");
    assertThat(failed("ChartMissing")).contains("2.0.0", "look up name and version");
    site.publish("web", "2.0.0", CHART);

    awaitServed("2.0.0", "two");
  }

  @Test
  void valueOfAWrongTypeIsNamed() throws IOException {
    order("1.0.0", "one");
    awaitServed("1.0.0", "one");

    order("1.0.0", "[2]");
    assertThat(failed("ValuesWrong")).contains("shown", "want string");
    order("1.0.0", "two");

    awaitServed("1.0.0", "two");
  }

  @Test
  void archiveThatIsNotTheReviewedOneIsNotInstalled() throws IOException {
    site.publish("web", "2.0.0", CHART);
    var definition = define("0".repeat(64));
    fromCatalog(definition, "1.0.0", "one");
    awaitServed("1.0.0", "one");

    fromCatalog(definition, "2.0.0", "two");
    assertThat(failed("DigestWrong"))
        .contains("0".repeat(64), site.digest("web", "2.0.0"), "find out who changed it");
    define(site.digest("web", "2.0.0"));

    awaitServed("2.0.0", "two");
    site.admin.resources(AddonDefinition.class).withName(definition).delete();
  }

  private void order(String version, String shown) {
    site.order("shop", there, version, "values: {shown: %s}".formatted(shown));
  }

  private String define(String digest) {
    var name = "sourced-" + site.cluster.namespace();
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: AddonDefinition
        metadata: {name: %s}
        spec:
          displayName: Web
          description: A chart of the test.
          category: other
          chart: {repository: "%s", name: web, defaultVersion: 1.0.0, digests: {2.0.0: "%s"}}
          defaults: {namespace: %s, releaseName: shop}
        """
            .formatted(name, site.address(), digest, there));
    return name;
  }

  private void fromCatalog(String definition, String version, String shown) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec:
          clusterRef: {name: web}
          addon: %s
          version: %s
          values: {shown: %s}
        """
            .formatted(definition, version, shown));
  }

  /** What is told; what served before still does. */
  private String failed(String reason) {
    site.awaitReason("shop", "Ready", reason);
    var message = String.valueOf(site.awaitPhase("shop", Phase.FAILED).message());
    assertThat(message).contains("version 1.0.0 still serves");
    assertThat(site.shown(there, "shop")).isEqualTo("one");
    return message;
  }

  private void awaitServed(String version, String shown) {
    site.awaitTold(
        "%s shows %s".formatted(version, shown),
        "shop",
        status ->
            status.phase() == Phase.INSTALLED
                && version.equals(status.installedVersion())
                && shown.equals(site.shown(there, "shop")));
  }
}
