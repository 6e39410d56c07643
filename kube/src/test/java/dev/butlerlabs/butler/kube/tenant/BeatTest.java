package dev.butlerlabs.butler.kube.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BeatTest {

  @ParameterizedTest
  @CsvSource({"1, PT5M", "150, PT5M", "151, PT5M2S", "1000, PT33M20S"})
  void manyConnectionsAreAskedLessOften(int connections, Duration beat) {
    assertThat(Beat.among(() -> connections)).isEqualTo(beat);
  }

  @Test
  void allOfThemTogetherAreAskedEveryTwoSecondsAtMost() {
    for (var connections = 1; connections < 5_000; connections++) {
      var count = connections;
      assertThat(Beat.among(() -> count).dividedBy(count))
          .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }
  }
}
