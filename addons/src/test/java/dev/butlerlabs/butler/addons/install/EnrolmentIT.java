package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigStatus.ObservabilityState;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
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
  void agentThatSomebodyOrderedHimselfIsLeftAlone() throws IOException {
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
    // One that came later has its agent, so this one was looked at too.
    new OrderedCluster(site.cluster, site.admin, "shop");
    Await.untilTrue(
        "the other cluster gets its agent",
        Site.PATIENCE,
        () -> site.addon("shop-vector-agent").get() != null);

    assertThat(site.shown(there, "told")).isEqualTo("https://mine.example.com");
    assertThat(site.addon("web-vector-agent").get()).isNull();
  }

  @Test
  void howFarCollectingIsStandsOnTheConfig() throws IOException {
    collecting("https://logs.example.com/a");
    site.awaitPhase("web-vector-agent", Phase.INSTALLED);

    var told = awaitState(state -> Objects.equals(1, state.enrolledCount()));
    assertThat(told.pipelineReady()).isFalse();
    assertThat(ready().reason()).isEqualTo("PipelineNotReady");
    assertThat(ready().message())
        .contains(
            "TenantCluster %s/hub, which collects".formatted(site.cluster.namespace()),
            "is not Ready");
    var before = config().require().getMetadata().getResourceVersion();
    new OrderedCluster(site.cluster, site.admin, "hub");
    var collected = awaitState(state -> Boolean.TRUE.equals(state.pipelineReady()));

    assertThat(collected.enrolledCount()).isEqualTo(1);
    assertThat(collected.totalCount()).isPositive();
    assertThat(ready().message()).startsWith("1 of ").endsWith("clusters have their agents");
    assertThat(config().require().getMetadata().getResourceVersion()).isNotEqualTo(before);
    assertThat(site.addon("hub-vector-agent").get()).isNull();
  }

  @Test
  void whatCannotBeCollectedIsToldWithItsField() {
    collecting("https://logs.example.com/a", "logs: {kubernetesEvents: true}");

    awaitState(_ -> ready().reason().equals("OptionRefused"));

    assertThat(ready().message())
        .startsWith("spec.observability.collection.logs.kubernetesEvents: no agent");
  }

  private Resource<ButlerConfig> config() {
    return site.admin.resources(ButlerConfig.class).withName("butler");
  }

  private Condition ready() {
    var status = Objects.requireNonNull(config().require().getStatus());
    return new Conditions(status.conditions()).find("ObservabilityReady").orElseThrow();
  }

  private ObservabilityState awaitState(Predicate<ObservabilityState> wanted) {
    Await.untilTrue(
        "it is told",
        Site.PATIENCE,
        () -> {
          var status = config().require().getStatus();
          return status != null
              && status.observability() != null
              && wanted.test(status.observability());
        });
    return Objects.requireNonNull(
        Objects.requireNonNull(config().require().getStatus()).observability());
  }

  private void collecting(String address) {
    collecting(address, "");
  }

  private void collecting(String address, String more) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ButlerConfig
        metadata: {name: butler}
        spec:
          observability:
            pipeline: {clusterRef: {name: hub, namespace: %s}, logEndpoint: "%s"}
            collection: {autoEnroll: {vectorAgent: true}, %s}
        """
            .formatted(site.cluster.namespace(), address, more));
  }
}
