package dev.butlerlabs.butler.bench.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.ipam.churn.Trace;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ChurnPartTest {

  @Test
  void bestFitRefusesNoMoreThanTheOthersOnAShortTraceToo() {
    var figures =
        new ChurnPart(Trace.committed())
            .run(20_000).stream().collect(Collectors.toMap(Figure::name, figure -> figure));

    assertThat(figures)
        .containsKeys(
            "ipam.churn.refused.best-fit",
            "ipam.churn.refused.first-fit",
            "ipam.churn.refused.worst-fit",
            "ipam.churn.fragmentation.best-fit");
    assertThat(figures.values()).allMatch(Figure::met);
    assertThat(value(figures.get("ipam.churn.refused.best-fit"))).isPositive();
    assertThat(value(figures.get("ipam.churn.refused.worst-fit")))
        .isGreaterThan(value(figures.get("ipam.churn.refused.first-fit")));
  }

  private static double value(@org.jspecify.annotations.Nullable Figure figure) {
    return figure == null ? -1 : figure.value();
  }

  @Test
  void committedTraceIsTheOneTheFiguresWereTakenFrom() {
    var trace = Trace.committed();

    assertThat(trace.steps()).isEqualTo(1_000_000);
    assertThat(trace.seeds()).hasSize(10);
    assertThat(trace.sizes()).hasSize(100).contains(1, 64);
    assertThat(trace.sizes().stream().filter(size -> size == 2 || size == 5 || size == 8).count())
        .isGreaterThan(50);
    assertThat(trace.lowest()).isEqualTo(60);
    assertThat(trace.highest()).isEqualTo(85);
  }
}
