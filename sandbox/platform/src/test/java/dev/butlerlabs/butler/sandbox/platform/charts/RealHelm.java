package dev.butlerlabs.butler.sandbox.platform.charts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.Chart;
import dev.butlerlabs.butler.addons.helm.ChartSource;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.HelmProgram;
import dev.butlerlabs.butler.addons.helm.HelmSettings;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.Rendering;
import dev.butlerlabs.butler.addons.helm.RepositoryAccess;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The official program on stand-ins. */
record RealHelm(Helm helm, Path folder) {

  /** Long enough for a machine that does much else. */
  static final Duration PATIENT = Duration.ofMinutes(2);

  static RealHelm in(Path folder) {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var program =
        new Toolchain(settings, Progress.silent(), InstantSource.system()).require(Tool.HELM);
    return new RealHelm(
        new HelmProgram(HelmSettings.of(program.path(), folder.resolve("engine"))), folder);
  }

  /** From the repository, as an addon gets it. */
  LocalChart fetched(URI repository, StandIn chart) {
    var source =
        new ChartSource.Repository(
            repository, chart.chart(), chart.version(), RepositoryAccess.open());
    return helm.pull(Chart.of(source), PATIENT).require();
  }

  /** Without the repository. */
  LocalChart written(StandIn chart) {
    try {
      var file = folder.resolve(Index.digest(chart.archive()) + ".tgz");
      return helm.pull(
              Chart.of(new ChartSource.Archive(Files.write(file, chart.archive()))), PATIENT)
          .require();
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  Answer<String> template(StandIn chart, JsonNode values) {
    return helm.template(
        new Rendering(
            new ReleaseKey("there", "shop"), written(chart), values, "1.36.3", List.of(), PATIENT));
  }

  List<ObjectNode> objects(StandIn chart, JsonNode values) {
    return documents(template(chart, values).require());
  }

  static List<ObjectNode> documents(String yaml) {
    var mapper = new YAMLMapper();
    var all = new ArrayList<ObjectNode>();
    try (var documents = mapper.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
      while (documents.hasNext()) {
        if (documents.next() instanceof ObjectNode object) {
          all.add(object);
        }
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    return all;
  }
}
