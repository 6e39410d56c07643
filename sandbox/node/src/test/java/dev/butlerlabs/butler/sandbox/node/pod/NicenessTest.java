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
    "150m, 0",
    "100m, 0",
    "0.1, 0",
    "80m, 1",
    "15m, 9",
    "10m, 10",
    "10000u, 10",
    "10000000n, 10",
    "1m, 10",
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
