package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A small run of {@code ./butler bench tenants}, so that it still runs when it is needed. */
class TenantsBenchE2E {

  /** The figures are held to their goals by the benchmark, on a machine at rest. */
  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void anOrderIsMeasuredBesideItsPartsAndEveryLongGapHasAName() throws Exception {
    var figures = new TenantsBench(StartupBenchE2E.program()).run(List.of("1"));

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
}
