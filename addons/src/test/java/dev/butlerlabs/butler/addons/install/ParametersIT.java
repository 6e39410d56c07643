package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a definition says of values reaches the cluster, or is told. */
@OnRealApiServer
class ParametersIT {

  @TempDir Path folder;
  private Site site;
  private String there;

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish(
        "web",
        "1.0.0",
        Map.of(
            "map.yaml",
            configMap(
                "web", "{{ printf \"%s %s %v\" .Values.who .Values.api .Values.size | quote }}")));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private String definition(String more) {
    return site.definition(
        "1.0.0",
        """
        defaults: {namespace: %s, releaseName: shop, values: {size: 1}}
        parameters:
          - {path: who, type: String, from: ClusterName}
          - {path: api, type: String, from: ControlPlaneEndpoint}
        %s
        """
            .formatted(there, more.indent(2)));
  }

  private void order(String definition, String values) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec: {clusterRef: {name: web}, addon: %s, values: %s}
        """
            .formatted(definition, values));
  }

  private void endpoint() {
    site.cluster
        .kubectl(
            "patch",
            "tenantcluster",
            "web",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"controlPlaneEndpoint\":\"10.0.0.9:6443\"}}")
        .requireSuccess();
  }

  @Test
  void point26_whatIsKnownOfTheClusterIsWaitedForAndReachesTheRelease() throws IOException {
    var definition = definition("");
    order(definition, "{}");
    site.awaitReason("shop", "Ready", "ParameterUnknown");
    assertThat(site.addon("shop").require().getStatus().message())
        .isEqualTo("waits: the cluster has no endpoint yet, which values.api is taken from");

    endpoint();
    site.awaitPhase("shop", Phase.INSTALLED);
    assertThat(site.shown(there, "web")).isEqualTo("web 10.0.0.9:6443 1");
    assertThat(site.helm(there, "get", "values", "shop", "--output", "json"))
        .contains("\"who\":\"web\"");

    order(definition, "{who: mine, size: 2}");
    Await.untilTrue(
        "the user's own value wins",
        Site.PATIENCE,
        () -> site.shown(there, "web").equals("mine 10.0.0.9:6443 2"));
  }

  @Test
  void point26_addonThatWasStoredBeforeSaysWhatIsWrongAndIsInstalledOnceItIsMended() {
    endpoint();
    var definition = definition("- {path: size, type: Integer, allowed: [\"1\", \"2\"]}");
    order(definition, "{size: many}");
    var failed = site.awaitPhase("shop", Phase.FAILED);

    order(definition, "{size: 2}");
    site.awaitPhase("shop", Phase.INSTALLED);

    assertThat(failed.message())
        .contains("spec.values.size: this is no Integer (write a whole number without quotes")
        .doesNotContain("many");
    assertThat(site.shown(there, "web")).isEqualTo("web 10.0.0.9:6443 2");
  }
}
