package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.hosted.RolloutPart;
import dev.butlerlabs.butler.bench.hosted.Venue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A tenant whose pods are replaced again and again while it is used: one round of the benchmark.
 */
class RolloutE2E {

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void whateverReplacesTwoPodsNoRequestFails() throws Exception {
    try (var venue = new Venue(StartupBenchE2E.program())) {
      var figures = new RolloutPart(venue).run(1);

      figures.forEach(figure -> System.out.println(figure.json()));
      assertThat(figures)
          .extracting(Figure::name)
          .containsExactly(
              "failed during an upgrade from v1.35.4 to v1.36.3, 2 pods",
              "failed during a new serving certificate, 2 pods",
              "failed during a new root, 2 pods",
              "outage during a new serving certificate, 1 pod");
      assertThat(figures).allSatisfy(figure -> assertThat(figure.met()).as(figure.json()).isTrue());
    }
  }
}
