package dev.butlerlabs.butler.providers.local.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.local.LocalMachineSpec.Faults;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachinePlannerTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:10:00Z");
  private static final Faults NONE = new Faults(null, null, null);

  @Test
  void withoutDataItWaits() {
    assertThat(decide(false, false, NONE)).isEqualTo(new Step.AwaitData());
  }

  @Test
  void withDataItJoins() {
    assertThat(decide(true, false, NONE)).isEqualTo(new Step.Join());
  }

  @Test
  void theDelayCountsFromWhenTheDataWasThere() {
    var late = new Faults(120, null, null);

    assertThat(decide(true, false, late)).isEqualTo(new Step.AwaitStart(NOW.plusSeconds(60)));
    assertThat(decide(true, false, new Faults(60, null, null))).isEqualTo(new Step.Join());
  }

  @Test
  void aSlowMachineThatNeverJoinsIsSlowFirst() {
    assertThat(decide(true, false, new Faults(120, true, null)))
        .isEqualTo(new Step.AwaitStart(NOW.plusSeconds(60)));
    assertThat(decide(true, false, new Faults(null, true, null))).isEqualTo(new Step.StayAway());
  }

  @Test
  void withItsCertificateItServesWithoutData() {
    assertThat(decide(false, true, NONE)).isEqualTo(new Step.Serve(Optional.empty()));
  }

  @Test
  void itDiesWhenItsTimeHasComeAndNotBefore() {
    assertThat(decide(true, true, new Faults(null, null, 31)))
        .isEqualTo(new Step.Serve(Optional.of(NOW.plusSeconds(1))));
    assertThat(decide(true, true, new Faults(null, null, 30))).isEqualTo(new Step.FallSilent(NOW));
  }

  @Test
  void whatTakesLongIsTriedLessOften() {
    assertThat(MachinePlanner.pause(waiting(0))).isEqualTo(Duration.ofSeconds(1));
    assertThat(MachinePlanner.pause(waiting(60))).isEqualTo(Duration.ofSeconds(6));
    assertThat(MachinePlanner.pause(waiting(86400))).isEqualTo(Duration.ofSeconds(30));
  }

  private static Observation waiting(int seconds) {
    return new Observation(
        true, Optional.of(NOW.minusSeconds(seconds)), false, false, Optional.empty(), NONE, NOW);
  }

  private static Step decide(boolean data, boolean certified, Faults faults) {
    return MachinePlanner.decide(
        new Observation(
            data,
            data ? Optional.of(NOW.minusSeconds(60)) : Optional.empty(),
            certified,
            certified,
            certified ? Optional.of(NOW.minusSeconds(30)) : Optional.empty(),
            faults,
            NOW));
  }
}
