package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A small run of {@code ./butler bench fleet}, so that it still runs when it is needed. */
class FleetBenchE2E {

  /** Calls and writes can be counted on any machine; the other figures want one at rest. */
  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void fiveClustersAreMeasuredBesideABareScriptAndBesideBlackHoles() throws Exception {
    var figures = new FleetBench().run(List.of("5", "40"));

    figures.forEach(figure -> System.out.println(figure.json()));
    assertThat(figures)
        .extracting(Figure::name)
        .containsExactly(
            "5 clusters, all Ready",
            "API calls for each",
            "manager's heap",
            "Cluster API's memory",
            "processor of a settled fleet",
            "writes of a settled fleet",
            "the rest beside 2 black-holed tenants");
    assertThat(figures).extracting(Figure::value).allMatch(Double::isFinite);
    assertThat(figures.get(1).value()).as("calls for each").isBetween(10.0, 200.0);
    // On a slow machine one may come after everything looked quiet; whoever writes again and again
    // writes more.
    assertThat(figures.get(5).value()).as("writes at rest").isLessThanOrEqualTo(2);
    assertThat(figures.getLast().detail()).contains("for 3 clusters");
  }
}
