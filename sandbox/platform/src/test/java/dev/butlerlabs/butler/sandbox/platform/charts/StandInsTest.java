package dev.butlerlabs.butler.sandbox.platform.charts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.catalog.Catalog;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandInsTest {

  private static final URI ADDRESS = URI.create("http://127.0.0.1:20007");
  private static final int LONGEST_DESCRIPTION = 512;

  private final List<ObjectNode> catalog = CatalogFiles.all();
  private final StandIns charts = StandIns.of(catalog);

  @Test
  void everyChartThatADefinitionNamesIsListedWithTheDigestOfItsBytes() {
    for (var definition : Catalog.builtin()) {
      var name = definition.getMetadata().getName();
      var spec = definition.getSpec();
      var wanted = new ArrayList<String>();
      wanted.add(spec.chart().name() + " " + spec.chart().defaultVersion());
      spec.chart()
          .availableVersions()
          .forEach(version -> wanted.add(spec.chart().name() + " " + version));
      spec.prerequisites().forEach(first -> wanted.add(first.chart() + " " + first.version()));

      var listed = new ArrayList<String>();
      for (var entry : entries(index(name))) {
        listed.add(entry.path("name").asText() + " " + entry.path("version").asText());
        var file = charts.file("/" + name + "/" + entry.at("/urls/0").asText());
        assertThat(file.map(Index::digest)).as(name).contains(entry.path("digest").asText());
      }
      assertThat(listed).as(name).doesNotHaveDuplicates().hasSameElementsAs(wanted);
    }
  }

  @Test
  void sameCatalogGivesTheSameBytes() {
    var again = StandIns.of(CatalogFiles.all());
    charts
        .charts()
        .forEach(
            (name, standIns) -> {
              assertThat(again.file("/" + name + "/index.yaml").orElseThrow())
                  .isEqualTo(charts.file("/" + name + "/index.yaml").orElseThrow());
              standIns.forEach(
                  one -> {
                    var path = "/" + name + "/" + one.fileName();
                    assertThat(again.file(path).orElseThrow())
                        .as(path)
                        .isEqualTo(charts.file(path).orElseThrow());
                  });
            });
  }

  @Test
  void versionsOfAChartDiffer() {
    assertThat(charts.file("/cilium/cilium-1.17.0.tgz").orElseThrow())
        .isNotEqualTo(charts.file("/cilium/cilium-1.16.5.tgz").orElseThrow());
  }

  @Test
  void definitionIsPointedAtItsRepositoryAndSaysThatItIsAStandIn() {
    for (var definition : catalog) {
      var before = definition.deepCopy();
      var name = definition.at("/metadata/name").asText();

      var pointed = StandIns.pointed(definition, ADDRESS);

      assertThat(pointed.at("/spec/chart/repository").asText()).isEqualTo(ADDRESS + "/" + name);
      assertThat(pointed.at("/metadata/labels").path(StandIn.LABEL).asText()).isEqualTo("true");
      assertThat(pointed.at("/spec/description").asText())
          .startsWith(before.at("/spec/description").asText())
          .contains("stand-in", "./butler up --online")
          .hasSizeLessThanOrEqualTo(LONGEST_DESCRIPTION);
      assertThat(pointed.at("/spec").has("health")).as("only the real chart has that").isFalse();
      assertThat(pointed.at("/spec").has("preflight")).as("only it needs that").isFalse();
      assertThat(definition).as("the published one").isEqualTo(before);
      assertThat(rest(pointed)).isEqualTo(rest(before));
    }
  }

  @Test
  void definitionThatNobodyKnowsYetGetsAChartToo() {
    var tomorrow =
        StandIns.of(
            List.of(
                CatalogFiles.yaml(
                    """
                    metadata: {name: tomorrow}
                    spec:
                      displayName: Tomorrow
                      category: never-heard-of
                      chart: {name: later, defaultVersion: 1.0.0}
                    """)));

    assertThat(tomorrow.charts().get("tomorrow"))
        .containsExactly(
            new StandIn("later", "1.0.0", "Tomorrow", List.of(Part.CONTROLLER), false));
  }

  @Test
  void chartsOfOneNameDoNotMeet() {
    var text =
        """
        metadata: {name: NAME}
        spec: {displayName: NAME, category: other, chart: {name: operator, defaultVersion: 1.0.0}}
        """;
    var two =
        StandIns.of(
            List.of(
                CatalogFiles.yaml(text.replace("NAME", "one")),
                CatalogFiles.yaml(text.replace("NAME", "other"))));

    assertThat(two.file("/one/operator-1.0.0.tgz").orElseThrow())
        .isNotEqualTo(two.file("/other/operator-1.0.0.tgz").orElseThrow());
  }

  private JsonNode index(String name) {
    return CatalogFiles.yaml(
        new String(charts.file("/" + name + "/index.yaml").orElseThrow(), UTF_8));
  }

  private static List<JsonNode> entries(JsonNode index) {
    var all = new ArrayList<JsonNode>();
    index.path("entries").forEach(versions -> versions.forEach(all::add));
    return all;
  }

  /** All but what pointing changes. */
  private static ObjectNode rest(ObjectNode definition) {
    var copy = definition.deepCopy();
    copy.withObject("/metadata/labels").remove(StandIn.LABEL);
    copy.withObject("/spec").remove(List.of("description", "health", "preflight"));
    copy.withObject("/spec/chart").remove("repository");
    return copy;
  }
}
