package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
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

/**
 * Clusters get their agents: the real Helm, a real API server, and a small chart in their place.
 */
@OnRealApiServer
class EnrolmentIT {

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish(
        "web",
        "1.0.0",
        Map.of("map.yaml", configMap("told", "{{ .Values.customConfig.sinks.collector.uri }}")));
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: AddonDefinition
        metadata: {name: vector-agent}
        spec:
          displayName: Logs
          description: Stands in for the agent.
          category: observability
          chart: {repository: "%s", name: web, defaultVersion: 1.0.0}
          defaults: {namespace: %s}
        """
            .formatted(site.address(), there));
  }

  /** Both belong to the whole cluster, which other tests share. */
  @AfterEach
  void close() {
    site.admin.resources(ButlerConfig.class).withName("butler").delete();
    site.close();
    site.admin.resources(AddonDefinition.class).withName("vector-agent").delete();
  }

  @Test
  void readyClusterGetsItsAgentAndTheAgentFollowsTheSettings() {
    collecting("https://logs.example.com/a");

    site.awaitPhase("web-vector-agent", Phase.INSTALLED);
    assertThat(site.shown(there, "told")).isEqualTo("https://logs.example.com/a");
    collecting("https://logs.example.com/b");
    Await.untilTrue(
        "it is told the other address",
        Site.PATIENCE,
        () -> site.shown(there, "told").equals("https://logs.example.com/b"));

    site.addon("web-vector-agent").delete();
    Await.untilTrue(
        "it comes back as long as it is wanted",
        Site.PATIENCE,
        () -> {
          var addon = site.addon("web-vector-agent").get();
          return addon != null && !addon.isMarkedForDeletion();
        });
  }

  @Test
  void agentThatSomebodyOrderedHimselfIsLeftAlone() {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: mine}
        spec:
          clusterRef: {name: web}
          addon: vector-agent
          values: {customConfig: {sinks: {collector: {uri: "https://mine.example.com"}}}}
        """);
    site.awaitPhase("mine", Phase.INSTALLED);

    collecting("https://logs.example.com/a");
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: later}
        spec: {clusterRef: {name: web}, addon: nobody}
        """);
    site.awaitPhase("later", Phase.FAILED);

    assertThat(site.shown(there, "told")).isEqualTo("https://mine.example.com");
    assertThat(site.addon("web-vector-agent").get()).isNull();
  }

  private void collecting(String address) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ButlerConfig
        metadata: {name: butler}
        spec:
          observability:
            pipeline: {clusterRef: {name: hub, namespace: platform}, logEndpoint: "%s"}
            collection: {autoEnroll: {vectorAgent: true}}
        """
            .formatted(address));
  }
}
