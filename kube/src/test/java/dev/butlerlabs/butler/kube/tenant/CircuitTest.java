package dev.butlerlabs.butler.kube.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CircuitTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final TenantSettings SETTINGS = TenantSettings.usual("test");

  @Test
  void aFewFailuresAreTolerated() {
    assertThat(failedTimes(2).admits(NOW)).isTrue();
    assertThat(failedTimes(3).admits(NOW)).isFalse();
  }

  @Test
  void afterTheRestOneProbeIsAdmitted() {
    var open = failedTimes(3);
    var later = NOW.plusSeconds(5);

    assertThat(open.wait(NOW)).isEqualTo(Duration.ofSeconds(5));
    assertThat(open.admits(later.minusMillis(1))).isFalse();
    assertThat(open.admits(later)).isTrue();
    assertThat(open.admitted().admits(later)).isFalse();
    // An API server that answers asks for one second.
    assertThat(open.admitted().wait(later)).isGreaterThan(Duration.ofSeconds(1));
    assertThat(open.wait(later.minusMillis(1))).isGreaterThan(Duration.ofSeconds(1));
  }

  @Test
  void eachFailedProbeDoublesTheRestUpToTheLongest() {
    var circuit = failedTimes(3);
    for (var i = 0; i < 10; i++) {
      circuit = circuit.admitted().failed(circuit.until(), SETTINGS);
    }

    assertThat(circuit.rest()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void workFromBeforeTheCircuitOpenedDoesNotLengthenTheRest() {
    var open = failedTimes(3);

    assertThat(open.failed(NOW.plusSeconds(1), SETTINGS)).isEqualTo(open);
  }

  private static Circuit failedTimes(int times) {
    var circuit = Circuit.closed();
    for (var i = 0; i < times; i++) {
      circuit = circuit.failed(NOW, SETTINGS);
    }
    return circuit;
  }
}
