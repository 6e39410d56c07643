package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.bench.startup.Startup;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A small run of {@code ./butler bench startup}, so that it still runs when it is needed. */
class StartupBenchE2E {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int ORDERS = 20;

  /** The figures themselves are held to their goals by the benchmark, on a machine at rest. */
  @Test
  void aSmallRunTellsEveryFigure() throws Exception {
    var extent = new Startup.Extent(1, ORDERS, 1);

    var figures = new Startup(ROOT, program(), extent).measure();

    assertThat(figures)
        .extracting(Figure::name)
        .containsExactly("up, warm", "manager ready", "manager idle", "manager loaded");
    for (var figure : figures) {
      var line = new ObjectMapper().readTree(figure.json());
      assertThat(line.fieldNames())
          .toIterable()
          .containsExactly("name", "value", "unit", "goal", "limit", "met", "detail");
      assertThat(line.path("value").asDouble()).as(figure.name()).isPositive();
      assertThat(line.path("limit").asDouble()).as(figure.name()).isPositive();
      assertThat(line.path("met").isBoolean()).isTrue();
      assertThat(line.path("goal").asText()).isNotBlank();
    }
    assertThat(figures.getFirst().value())
        .as("a platform is more than its bare parts")
        .isGreaterThan(1);
    assertThat(figures.getLast().detail()).isEqualTo(ORDERS + " TenantClusters cached");
  }

  /** What the launcher starts: the launcher itself would begin a build inside the build. */
  static List<String> program() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin/java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-Dbutler.root=" + ROOT,
        "-cp",
        ROOT.resolve("apps/sandbox/target/app") + "/*",
        "dev.butlerlabs.butler.apps.sandbox.Main");
  }
}
