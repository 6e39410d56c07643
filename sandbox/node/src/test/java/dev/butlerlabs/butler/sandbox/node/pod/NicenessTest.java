package dev.butlerlabs.butler.sandbox.node.pod;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NicenessTest {

  @ParameterizedTest
  @CsvSource({
    "4, 0",
    "1k, 0",
    "400m, 0",
    "0.4, 0",
    "320m, 1",
    "150m, 4",
    "50m, 9",
    "20m, 13",
    "15m, 14",
    "15000u, 14",
    "15000000n, 14",
    "1m, 14",
    "0, 0"
  })
  void whoeverAsksForLessStandsFurtherBack(String cpu, int steps) {
    assertThat(Niceness.of(Map.of("cpu", cpu, "memory", "1Gi"))).isEqualTo(new Niceness(steps));
  }

  @Test
  void whoeverAsksForNothingIsServedLikeTheOthers() {
    assertThat(Niceness.of(Map.of("memory", "1Gi"))).isEqualTo(new Niceness(0));
  }
}
