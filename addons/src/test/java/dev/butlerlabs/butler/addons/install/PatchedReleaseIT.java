package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a chart renders is changed and stays Helm's: the real Helm, a real API server. */
@OnRealApiServer
class PatchedReleaseIT {

  private static final String ALIAS =
      """
      patches:
      - group: apps
        kind: Deployment
        name: app
        patch:
          spec: {template: {spec: {hostAliases: [{ip: 10.0.0.9, hostnames: [api.example.com]}]}}}
      driftPolicy: Repair
      """;

  private static final String DRAWN = "{{ randAlphaNum 12 | quote }}";

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    for (var version : new String[] {"1.0.0", "2.0.0"}) {
      site.publish(
          "web",
          version,
          Map.of("app.yaml", Site.deployment("app"), "map.yaml", configMap("web", DRAWN)));
    }
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void point22_patchedChartIsARealReleaseThatIsUpgradedRepairedAndRemoved() throws IOException {
    site.order("shop", there, "1.0.0", ALIAS);
    site.ready(there, "app", 1);
    site.awaitPhase("shop", Phase.INSTALLED);

    assertThat(alias()).isEqualTo("api.example.com");
    assertThat(site.helm(there, "list", "--output", "json")).contains("\"name\":\"shop\"");
    assertThat(site.helm(there, "get", "manifest", "shop"))
        .contains("api.example.com", site.shown(there, "web"))
        .doesNotContain("postrender");

    site.order("shop", there, "2.0.0", ALIAS);
    site.awaitTold("it is upgraded", "shop", one -> "2.0.0".equals(one.installedVersion()));
    assertThat(alias()).isEqualTo("api.example.com");
    assertThat(site.history(there, "shop")).contains("\"revision\":2").doesNotContain("failed");

    site.awaitSynced("shop", "AsReleased");
    app().delete();
    Await.untilTrue(
        "it is repaired as it was patched",
        Site.PATIENCE,
        () -> app().get() != null && alias().equals("api.example.com"));

    site.addon("shop").delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));
    assertThat(app().get()).isNull();
  }

  @Test
  void point22_patchThatNothingIsForFailsBeforeAnythingIsStored() throws IOException {
    site.order("shop", there, "1.0.0", ALIAS.replace("name: app", "name: ap"));
    var failed = site.awaitPhase("shop", Phase.FAILED);

    assertThat(failed.message())
        .contains(
            "the chart renders no Deployment.apps ap", "name an object that the chart renders");
    assertThat(site.helm(there, "list", "--all-namespaces", "--output", "json"))
        .doesNotContain("\"name\":\"shop\"");
  }

  private String alias() {
    var aliases = app().require().getSpec().getTemplate().getSpec().getHostAliases();
    return aliases.isEmpty() ? "" : aliases.getFirst().getHostnames().getFirst();
  }

  private RollableScalableResource<Deployment> app() {
    return site.admin.apps().deployments().inNamespace(there).withName("app");
  }
}
