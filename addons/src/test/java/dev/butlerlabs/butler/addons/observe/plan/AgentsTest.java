package dev.butlerlabs.butler.addons.observe.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.catalog.Catalog;
import dev.butlerlabs.butler.addons.catalog.plan.ClusterFacts;
import dev.butlerlabs.butler.addons.catalog.plan.Identity;
import dev.butlerlabs.butler.addons.catalog.plan.ManagementAddonRules;
import dev.butlerlabs.butler.addons.catalog.plan.Parameters;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.observe.plan.Agents.Agent;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.ManagementAddonSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.AutoEnroll;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Collection;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Logs;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Metrics;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Pipeline;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AgentsTest {

  private static final Identity WEB = new Identity("web", "shop", "u-1", "prod", "proxmox", "dc1");
  private static final Pipeline ALL =
      new Pipeline(
          new NamespacedRef("hub", "platform"),
          "https://logs.example.com/insert",
          "https://metrics.example.com/write",
          "traces.example.com:4317");

  @Test
  void agentsThatAreSwitchedOnKnowWhereToSendToAndWhoTheyAre() {
    var agents = Agents.of(settings(ALL, new AutoEnroll(true, true, true)), WEB);

    assertThat(agents)
        .extracting(Agent::definition)
        .containsExactly("vector-agent", "prometheus-operator", "otel-collector");
    var logs = agents.get(0).values();
    assertThat(logs.at("/customConfig/sinks/collector/uri").asText())
        .isEqualTo("https://logs.example.com/insert");
    assertThat(logs.at("/customConfig/transforms/identity/source").asText())
        .contains(".cluster = \"web\"\n.cluster_namespace = \"shop\"\n.cluster_uid = \"u-1\"");
    var metrics = agents.get(1).values().at("/prometheus/prometheusSpec");
    assertThat(metrics.at("/remoteWrite/0/url").asText())
        .isEqualTo("https://metrics.example.com/write");
    assertThat(metrics.at("/externalLabels/provider_type").asText()).isEqualTo("proxmox");
    assertThat(metrics.path("retention").asText()).isEqualTo("30d");
    var traces = agents.get(2).values().path("config");
    assertThat(traces.at("/exporters/otlp/endpoint").asText()).isEqualTo("traces.example.com:4317");
    assertThat(traces.at("/service/pipelines/traces/processors/1").asText()).isEqualTo("resource");
  }

  @Test
  void noAgentIsOrderedWithoutAnAddressASwitchOrAClusterThatCollects() {
    var none = new Pipeline(new NamespacedRef("hub", "platform"), null, " ", null);
    var nobody = new Pipeline(null, ALL.logEndpoint(), ALL.metricEndpoint(), ALL.traceEndpoint());

    assertThat(Agents.of(settings(none, new AutoEnroll(true, true, true)), WEB)).isEmpty();
    assertThat(Agents.of(settings(nobody, new AutoEnroll(true, true, true)), WEB)).isEmpty();
    assertThat(Agents.of(settings(ALL, new AutoEnroll(null, false, null)), WEB)).isEmpty();
    assertThat(Agents.of(settings(ALL, null), WEB)).isEmpty();
  }

  @Test
  void logsComeFromWhereTheSettingsSay() {
    var both = logs(new Logs(null, true, null)).path("customConfig");
    var journal = logs(new Logs(false, true, null));

    assertThat(both.at("/transforms/identity/inputs").toString())
        .isEqualTo("[\"pods\",\"journal\"]");
    assertThat(both.at("/sources/journal/type").asText()).isEqualTo("journald");
    assertThat(both.at("/sources/pods").isMissingNode()).isTrue();
    assertThat(journal.at("/customConfig/transforms/identity/inputs").toString())
        .isEqualTo("[\"journal\"]");
    assertThat(journal.at("/customConfig/sources/pods/extra_field_selector").asText())
        .as("no pod has no name")
        .isEqualTo("metadata.name=");
    assertThat(journal.at("/image/tag").asText()).endsWith("-debian");
  }

  @Test
  void whatCannotBeCollectedIsToldWithItsField() {
    var bare = new Pipeline(new NamespacedRef("hub", "platform"), null, null, null);
    var all = new AutoEnroll(true, true, true);

    assertThat(Agents.refused(settings(ALL, all))).isEmpty();
    assertThat(fields(Agents.refused(settings(bare, all))))
        .containsExactly(
            "spec.observability.collection.autoEnroll.vectorAgent",
            "spec.observability.collection.autoEnroll.prometheus",
            "spec.observability.collection.autoEnroll.otelCollector");
    assertThat(fields(Agents.refused(settings(new Logs(false, false, true)))))
        .containsExactly(
            "spec.observability.collection.logs.kubernetesEvents",
            "spec.observability.collection.logs");
    assertThat(Agents.of(settings(new Logs(false, false, true)), WEB)).isEmpty();
    var off =
        new ButlerConfigObservability(
            ALL, new Collection(new AutoEnroll(null, true, null), null, new Metrics(false, null)));
    assertThat(fields(Agents.refused(off)))
        .containsExactly("spec.observability.collection.autoEnroll.prometheus");
    assertThat(Agents.of(off, WEB)).isEmpty();
  }

  private static List<String> fields(List<Problem> problems) {
    return problems.stream().map(Problem::subject).toList();
  }

  private static JsonNode logs(Logs said) {
    return Agents.of(settings(said), WEB).getFirst().values();
  }

  private static ButlerConfigObservability settings(Logs said) {
    return new ButlerConfigObservability(
        ALL, new Collection(new AutoEnroll(true, null, null), said, null));
  }

  @Test
  void whatIsNotKnownOfAClusterIsLeftOut() {
    var bare = new Identity("web", "shop", "u-1", "", "", "");

    assertThat(bare.labels()).containsOnlyKeys("cluster", "cluster_namespace", "cluster_uid");
  }

  @Test
  void everyAgentHasAllThatItsDefinitionAsksFor() {
    var catalog =
        Catalog.builtin().stream()
            .collect(
                Collectors.toMap(one -> one.getMetadata().getName(), AddonDefinition::getSpec));

    for (var agent : Agents.of(settings(ALL, new AutoEnroll(true, true, true)), WEB)) {
      var spec =
          new ManagementAddonSpec(
              agent.definition(), null, agent.values(), null, null, null, List.of(), null);
      assertThat(catalog).containsKey(agent.definition());
      assertThat(ManagementAddonRules.check("it", spec, catalog, SourcePolicy.everything()))
          .isEmpty();
    }
  }

  @Test
  void point26_whatAgentsAreToldIsNotFilledInOnceMore() {
    var cluster = new ClusterFacts(WEB, "10.0.0.9:6443");
    for (var agent : Agents.of(settings(ALL, new AutoEnroll(true, true, true)), WEB)) {
      var definition =
          Catalog.builtin().stream()
              .filter(one -> one.getMetadata().getName().equals(agent.definition()))
              .findFirst()
              .orElseThrow()
              .getSpec();

      assertThat(Parameters.fill(definition, agent.values(), cluster))
          .isEqualTo(Parameters.unfilled(definition));
    }
  }

  @Test
  void whatUsersWroteBesideItIsNoDifference() {
    var agent = Agents.of(settings(ALL, new AutoEnroll(true, null, null)), WEB).getFirst();
    var written = agent.values().deepCopy();
    written.put("role", "Aggregator");
    JsonNode other = agent.values().deepCopy().put("customConfig", "gone");

    assertThat(agent.told(written)).isTrue();
    assertThat(agent.told(other)).isFalse();
  }

  private static ButlerConfigObservability settings(
      Pipeline pipeline, @Nullable AutoEnroll switches) {
    return new ButlerConfigObservability(
        pipeline, new Collection(switches, null, new Metrics(true, "30d")));
  }
}
