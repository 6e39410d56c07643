package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.hosted.Stage;
import dev.butlerlabs.butler.bench.tenants.TenantRounds;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Small runs of {@code ./butler bench tenants} and {@code ./butler bench kills}, so that they still
 * run when they are needed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TenantsBenchE2E {

  private static final Duration SHORT = Duration.ofSeconds(20);

  private Stage stage;

  @BeforeAll
  void open() throws Exception {
    stage = Stage.open(StartupBenchE2E.program());
  }

  @AfterAll
  void close() throws Exception {
    stage.close();
  }

  /** The figures are held to their goals by the benchmark, on a machine at rest. */
  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void anOrderIsMeasuredBesideItsPartsAndEveryLongGapHasAName() throws Exception {
    var figures = new TenantRounds(stage).run(1);

    assertThat(figures)
        .extracting(Figure::name)
        .containsExactly("order to Ready", "longest gap of an order");
    assertThat(figures).extracting(Figure::value).allMatch(Double::isFinite);
    assertThat(figures.getFirst().detail()).contains("control plane").contains("worker");
    assertThat(figures.getLast().value())
        .as("a real API server does not start within a quarter second")
        .isGreaterThan(250);
    assertThat(figures.getLast().detail()).contains(" ms for ");
  }

  /** How long it takes is held to its goal by the benchmark, on a machine at rest. */
  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void whateverIsKilledTheClusterComesBackAndNothingIsLost() throws Exception {
    var figures = KillsBench.on(stage, System.nanoTime()).run(1, SHORT);

    figures.forEach(figure -> System.out.println(figure.json()));
    assertThat(figures.getLast().name()).isEqualTo("objects lost");
    assertThat(figures.getLast().value()).as(figures.getLast().json()).isZero();
  }
}
