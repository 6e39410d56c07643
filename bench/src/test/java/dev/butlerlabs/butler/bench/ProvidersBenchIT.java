package dev.butlerlabs.butler.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.machines.Stages;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProvidersBenchIT {

  private static final int LIVES = 576;

  @Test
  @Timeout(value = 40, unit = TimeUnit.MINUTES)
  void noLifeLeavesAnythingBehind() throws Exception {
    var figures = new ProvidersBench().run(List.of(Integer.toString(LIVES)));

    figures.forEach(figure -> System.out.println(figure.json()));
    assertThat(figures).hasSize(2 * Stages.all().size() + 1).allMatch(Figure::met);
  }
}
