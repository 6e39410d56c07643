package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.hosted.Hosted;
import org.junit.jupiter.api.Test;

/** A small run of {@code ./butler bench control-plane}, so that it still runs when it is needed. */
class ControlPlaneBenchE2E {

  /** The figure is held to its goal by the benchmark, on a machine at rest. */
  @Test
  void oneOrderIsMeasuredBesideABareApiServer() throws Exception {
    var figures = new Hosted(StartupBenchE2E.program(), 1).measure();

    assertThat(figures).extracting(Figure::name).containsExactly("order to first answer");
    var figure = figures.getFirst();
    assertThat(figure.value()).as("a control plane is more than its API server").isGreaterThan(1);
    assertThat(figure.detail()).contains("of 1 pairs");
  }
}
