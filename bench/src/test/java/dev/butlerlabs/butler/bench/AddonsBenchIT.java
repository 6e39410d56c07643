package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Small runs of {@code ./butler bench addons}, so that they still run when they are needed. */
class AddonsBenchIT {

  /** Times want a machine at rest; that nothing is rendered twice holds on any. */
  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void aChartIsRenderedBesideThePlainProgramAndTheSameIsKnownAgain() throws Exception {
    var figures = new AddonsBench().run(List.of("render=20"));

    figures.forEach(figure -> System.out.println(figure.json()));
    assertThat(figures)
        .extracting(Figure::name)
        .containsExactly(
            "render of 300 templates", "the same inputs again", "growth over 20 renders");
    assertThat(figures).extracting(Figure::value).allMatch(Double::isFinite);
    assertThat(figures.getFirst().value()).isPositive();
    assertThat(figures.get(1).detail()).contains("0 processes for 25 answers");
    assertThat(figures.getLast().detail()).contains("after 2: ").contains("after 20: ");
  }

  /** How long it takes wants a machine at rest; what is rendered and written holds on any. */
  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void releasesOfSimulatedTenantsAreComparedByFewProcessesAndRestWithoutWrites() throws Exception {
    var figures = new AddonsBench().run(List.of("releases=24"));

    figures.forEach(figure -> System.out.println(figure.json()));
    assertThat(figures)
        .extracting(Figure::name)
        .containsExactly(
            "processor of settled addons",
            "writes of settled addons",
            "what a new catalog would change",
            "heap with all of them");
    assertThat(figures).extracting(Figure::value).allMatch(Double::isFinite);
    assertThat(figures.get(1).value()).as("writes at rest").isLessThanOrEqualTo(2);
    assertThat(figures.get(2).detail())
        .contains("20 releases, 10 simulated tenants with 2 addons on one real API server")
        .doesNotContain(" 0 renders");
  }

  @Test
  void partThatIsNotThereIsTold() {
    assertThatThrownBy(() -> new AddonsBench().run(List.of("rendering")))
        .isInstanceOf(WrongArgument.class)
        .hasMessageStartingWith("addons has no part \"rendering\"; it has [render");
  }
}
