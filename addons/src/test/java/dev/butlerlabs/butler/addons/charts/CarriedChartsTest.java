package dev.butlerlabs.butler.addons.charts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.catalog.Catalog;
import dev.butlerlabs.butler.addons.catalog.plan.Carried;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CarriedChartsTest {

  private static final Path FOLDER = Path.of("src/main/resources/charts");

  /** Those that the catalog takes from the manager. */
  private final List<AddonDefinition> entries =
      Catalog.builtin().stream()
          .filter(one -> Carried.is(one.getSpec().chart().repository()))
          .toList();

  /** Whoever changes a chart writes a new version, and leaves the old one as it was. */
  @Test
  void point9_versionThatWasCarriedOnceNeverChanges() {
    assertThat(entries).hasSize(2);
    for (var entry : entries) {
      var chart = entry.getSpec().chart();
      var bytes = new TreeMap<String, String>();
      CarriedCharts.versions(chart.name())
          .forEach(version -> bytes.put(version, digest(chart.name(), version)));

      assertThat(chart.digests()).as(chart.name()).isEqualTo(bytes);
      assertThat(chart.availableVersions())
          .as(chart.name())
          .containsExactlyElementsOf(CarriedCharts.versions(chart.name()))
          .startsWith(chart.defaultVersion());
    }
  }

  @Test
  void everyFileIsPartOfAVersionAndOnlyTheCatalogTakesThem() throws IOException {
    try (var files = Files.walk(FOLDER)) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> FOLDER.relativize(file).toString())
                  .filter(file -> !file.equals("index")))
          .containsExactlyInAnyOrderElementsOf(
              Files.readAllLines(FOLDER.resolve("index")).stream()
                  .map(line -> line.split(" ", -1)[0] + "/" + line.split(" ", -1)[2])
                  .collect(Collectors.toSet()));
    }
    assertThat(entries)
        .extracting(one -> one.getSpec().chart().name())
        .containsExactlyElementsOf(
            Files.readAllLines(FOLDER.resolve("index")).stream()
                .map(line -> line.split(" ", -1)[0])
                .distinct()
                .toList());
  }

  @Test
  void whatIsNotCarriedIsNotThere() {
    assertThat(CarriedCharts.archive("gcp-csi-driver", "0.0.1")).isEmpty();
    assertThat(CarriedCharts.versions("nobody")).isEmpty();
  }

  private static String digest(String chart, String version) {
    try {
      var archive = CarriedCharts.archive(chart, version).orElseThrow();
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(archive));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
