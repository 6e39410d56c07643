package dev.butlerlabs.butler.sandbox.platform.charts;

import static dev.butlerlabs.butler.sandbox.platform.charts.RealHelm.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.Installation;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every entry of the catalog on a real API server, by the real Helm, out of the repository. */
@OnRealApiServer
class StandInLifeIT {

  private static final int AT_ONCE = 3;

  @TempDir Path folder;
  private final StandIns charts = StandIns.of(CatalogFiles.all());
  private RealHelm helm;
  private ChartServer server;

  @BeforeEach
  void open() throws IOException {
    helm = RealHelm.in(folder);
    server = ChartServer.start(0, charts);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void everyEntryIsInstalledUpgradedAndGoneWithoutATrace(TestCluster cluster) throws Exception {
    var tenant = Kubeconfig.parse(Files.readString(cluster.kubeconfig()));
    var lives = new ArrayList<Future<?>>();
    try (var _ = new PlayedControllers(cluster.client());
        var workers = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      for (var definition : CatalogFiles.all()) {
        var life = new LifeOf(cluster, tenant, definition, namespace(cluster, definition));
        lives.add(workers.submit(() -> live(life)));
      }
      for (var life : lives) {
        life.get();
      }
    }
    assertThat(lives).hasSize(CatalogFiles.all().size());
  }

  private record LifeOf(
      TestCluster cluster, Kubeconfig tenant, ObjectNode definition, String namespace) {

    private String name() {
      return definition.at("/metadata/name").asText();
    }

    private JsonNode values() {
      return definition.at("/spec/defaults/values") instanceof ObjectNode values
          ? values
          : JsonNodeFactory.instance.objectNode();
    }

    /** What of the stand-in is on the cluster; kinds that no chart of ours has are not asked. */
    private List<? extends HasMetadata> there() {
      var client = cluster.client();
      return Stream.of(
              client.apps().deployments(),
              client.apps().daemonSets(),
              client.apps().statefulSets(),
              client.services(),
              client.configMaps(),
              client.serviceAccounts())
          .flatMap(
              kind ->
                  kind
                      .inNamespace(namespace)
                      .withLabel(StandIn.LABEL, "true")
                      .list()
                      .getItems()
                      .stream())
          .map(HasMetadata.class::cast)
          .toList();
    }
  }

  private void live(LifeOf life) {
    var all = charts.charts().getOrDefault(life.name(), List.of());
    var now = all.getFirst();
    var later =
        all.stream()
            .filter(one -> one.chart().equals(now.chart()) && !one.version().equals(now.version()))
            .findFirst()
            .orElseThrow();
    var release = new ReleaseKey(life.namespace(), "shop");

    var installed =
        helm.helm()
            .install(
                life.tenant(),
                order(release, helm.fetched(repository(life.name()), now), life.values()))
            .require();
    assertThat(life.there())
        .as(life.name())
        .hasSize(RealHelm.documents(installed.manifest()).size())
        .allMatch(one -> version(one).equals(now.appVersion()));
    podsAreAdmitted(life, life.namespace());

    var upgraded =
        helm.helm()
            .upgrade(life.tenant(), order(release, helm.written(later), life.values()))
            .require();
    assertThat(upgraded.version()).isEqualTo(later.version());
    assertThat(life.there())
        .as(life.name())
        .isNotEmpty()
        .allMatch(one -> version(one).equals(later.appVersion()));

    assertThat(helm.helm().uninstall(life.tenant(), release, PATIENT).require()).isEmpty();
    assertThat(life.there()).as(life.name()).isEmpty();
  }

  @Test
  void agentsOfPrivilegedEntriesNeedTheLevelTheirDefinitionNames(TestCluster cluster)
      throws Exception {
    var definition =
        CatalogFiles.all().stream()
            .filter(one -> one.at("/metadata/name").asText().equals("metallb"))
            .findFirst()
            .orElseThrow();
    definition.withObject("/spec").put("podSecurity", "baseline");
    var tenant = Kubeconfig.parse(Files.readString(cluster.kubeconfig()));
    var life = new LifeOf(cluster, tenant, definition, namespace(cluster, definition));
    var chart = charts.charts().getOrDefault("metallb", List.of()).getFirst();
    helm.helm()
        .install(
            tenant,
            order(new ReleaseKey(life.namespace(), "shop"), helm.written(chart), life.values()))
        .require();

    assertThatThrownBy(() -> podsAreAdmitted(life, life.namespace()))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("violates PodSecurity \"baseline:latest\"");
  }

  private static void podsAreAdmitted(LifeOf life, String namespace) {
    for (var object : life.there()) {
      var tree = life.cluster().client().getKubernetesSerialization().asJson(object);
      var generic =
          life.cluster()
              .client()
              .getKubernetesSerialization()
              .unmarshal(tree, GenericKubernetesResource.class);
      var template = generic.get("spec", "template");
      if (template != null) {
        var spec =
            life.cluster()
                .client()
                .getKubernetesSerialization()
                .convertValue(template, PodTemplateSpec.class);
        var pod =
            new PodBuilder()
                .withNewMetadata()
                .withGenerateName("tried-")
                .withNamespace(namespace)
                .endMetadata()
                .withSpec(spec.getSpec())
                .build();
        life.cluster().client().resource(pod).dryRun(true).create();
      }
    }
  }

  /** As the manager makes it for an addon. */
  private static String namespace(TestCluster cluster, JsonNode definition) {
    var name = cluster.freshNamespace();
    var level = definition.at("/spec/podSecurity").asText("baseline");
    cluster
        .client()
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("pod-security.kubernetes.io/enforce", level)
                .endMetadata()
                .build())
        .serverSideApply();
    return name;
  }

  private URI repository(String definition) {
    return URI.create(server.address() + "/" + definition);
  }

  private static Installation order(ReleaseKey release, LocalChart chart, JsonNode values) {
    return new Installation(release, chart, values, false, Installation.Waiting.FOR_HOOKS, PATIENT);
  }

  private static String version(HasMetadata object) {
    return object.getMetadata().getLabels().getOrDefault("app.kubernetes.io/version", "");
  }
}
