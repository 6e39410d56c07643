package dev.butlerlabs.butler.sandbox.platform.charts;

import static dev.butlerlabs.butler.sandbox.platform.charts.CatalogFiles.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the real Helm makes of stand-ins. */
class RenderedStandInsIT {

  private static final Map<Part, String> KINDS =
      Map.of(Part.CONTROLLER, "Deployment", Part.AGENT, "DaemonSet", Part.STORE, "StatefulSet");

  @TempDir Path folder;
  private RealHelm helm;

  @BeforeEach
  void open() {
    helm = RealHelm.in(folder);
  }

  @Test
  void everyDefinitionRendersInEveryVersionAndEveryObjectSaysThatItIsAStandIn() {
    var charts = StandIns.of(CatalogFiles.all()).charts();
    for (var definition : CatalogFiles.all()) {
      for (var chart : charts.getOrDefault(definition.at("/metadata/name").asText(), List.of())) {
        var objects = helm.objects(chart, given(definition));

        assertThat(objects)
            .as(chart.fileName())
            .extracting(RenderedStandInsIT::kind)
            .hasSameElementsAs(expected(chart));
        assertThat(objects)
            .as(chart.fileName())
            .allMatch(
                one -> one.at("/metadata/labels").path(StandIn.LABEL).asText().equals("true"));
        assertThat(pods(objects))
            .as(chart.fileName())
            .hasSameSizeAs(chart.parts())
            .allMatch(
                pod ->
                    pod.at("/spec/containers/0/image")
                        .asText()
                        .startsWith("stand-in.invalid/" + chart.chart() + ":"));
      }
    }
  }

  @Test
  void aFewValuesAreHonouredAndTheOthersShown() {
    var cilium =
        new StandIn("cilium", "1.17.0", "Cilium", List.of(Part.AGENT, Part.CONTROLLER), true);
    var given =
        yaml("{operator: {replicas: 3}, image: {tag: v9}, hubble: {relay: {enabled: true}}}");

    var plain = helm.objects(cilium, JsonNodeFactory.instance.objectNode());
    var changed = helm.objects(cilium, given);

    assertThat(one("Deployment", plain).at("/spec/replicas").asInt()).isEqualTo(1);
    assertThat(one("Deployment", plain).at("/metadata/name").asText()).isEqualTo("shop-operator");
    assertThat(one("DaemonSet", plain).at("/metadata/name").asText()).isEqualTo("shop");
    assertThat(images(plain)).containsOnly("stand-in.invalid/cilium:1.17.0");
    assertThat(one("Deployment", changed).at("/spec/replicas").asInt()).isEqualTo(3);
    assertThat(images(changed)).containsOnly("stand-in.invalid/cilium:v9");
    assertThat(shown(changed).at("/hubble/relay/enabled").asBoolean()).isTrue();
    assertThat(one("DaemonSet", changed).at("/spec/template/metadata/annotations"))
        .as("other values roll the pods")
        .isNotEqualTo(one("DaemonSet", plain).at("/spec/template/metadata/annotations"));
  }

  @Test
  void noReplicasAreNone() {
    var nats = new StandIn("nats", "1.2.7", "NATS", List.of(Part.STORE), false);

    assertThat(one("StatefulSet", helm.objects(nats, yaml("replicas: 0"))).at("/spec/replicas"))
        .isEqualTo(JsonNodeFactory.instance.numberNode(0));
  }

  @Test
  void whatSoundsSecretIsNotShown() {
    var redis = new StandIn("redis", "20.6.0", "Redis", List.of(Part.STORE), false);
    var given =
        yaml(
            """
            adminPassword: hidden-one
            users: [{name: ada, token: hidden-two}]
            identity: {issuer: {tls: {keyPEM: hidden-three}}}
            architecture: standalone
            """);

    var text = helm.template(redis, given).require();

    assertThat(text).doesNotContain("hidden-").contains("architecture: standalone", "name: ada");
  }

  @Test
  void valueOfTheWrongTypeIsRefusedByItsName() {
    var nats = new StandIn("nats", "1.2.7", "NATS", List.of(Part.STORE), false);

    var answer = helm.template(nats, yaml("replicas: many"));

    assertThat(answer).isInstanceOf(Answer.Refused.class);
    assertThat(((Answer.Refused<String>) answer).refusal().sentence()).contains("replicas");
  }

  private static JsonNode given(JsonNode definition) {
    return definition.at("/spec/defaults/values") instanceof ObjectNode values
        ? values
        : JsonNodeFactory.instance.objectNode();
  }

  private static List<String> expected(StandIn chart) {
    var kinds = new ArrayList<>(List.of("ServiceAccount", "ConfigMap"));
    if (chart.chart().equals("metallb")) {
      kinds.add("CustomResourceDefinition");
    }
    for (var part : chart.parts()) {
      kinds.add(KINDS.getOrDefault(part, ""));
      if (part != Part.AGENT) {
        kinds.add("Service");
      }
    }
    return kinds;
  }

  private static String kind(JsonNode object) {
    return object.path("kind").asText();
  }

  private static JsonNode one(String kind, List<ObjectNode> objects) {
    return objects.stream().filter(object -> kind(object).equals(kind)).findFirst().orElseThrow();
  }

  private static List<JsonNode> pods(List<ObjectNode> objects) {
    return objects.stream()
        .map(object -> object.at("/spec/template"))
        .filter(JsonNode::isObject)
        .toList();
  }

  private static List<String> images(List<ObjectNode> objects) {
    return pods(objects).stream().map(pod -> pod.at("/spec/containers/0/image").asText()).toList();
  }

  private static JsonNode shown(List<ObjectNode> objects) {
    return yaml(one("ConfigMap", objects).path("data").path("values.yaml").asText());
  }
}
