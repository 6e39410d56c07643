package dev.butlerlabs.butler.ipam.demand.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Random stories; the seed of one that goes wrong stands in the message. */
class OscillationTest {

  private static final int TRACES = 10_000;

  @Test
  @DisplayName("point 5: 10,000 random demands, and nothing made or given back without a change")
  void point5_everyDemandHasItsPointOfRest() {
    var first = ThreadLocalRandom.current().nextLong(1L << 40);
    var figures = new Figures();

    var wrong = wrong(first, TRACES, TenantPlan::of, figures);

    assertThat(wrong).as("traces from seed %d", first).isEmpty();
    // The stories must have had something in them.
    assertThat(figures.made).isGreaterThan(TRACES);
    assertThat(figures.givenBack).isGreaterThan(TRACES / 20);
    assertThat(figures.refused).isGreaterThan(TRACES / 20);
  }

  /** The harness must be able to see what it is there for. */
  @Test
  void thresholdsThatOscillateAreCaught() {
    assertThat(wrong(1, 200, WrongPlans::thresholds, new Figures()))
        .hasValueSatisfying(
            why -> assertThat(why).contains("seed", "made and given back for the same demand"));
  }

  @Test
  void planThatForgetsWhatPoolsRefusedIsCaught() {
    assertThat(wrong(1, 2_000, WrongPlans::forgettingRefusals, new Figures()))
        .hasValueSatisfying(why -> assertThat(why).contains("no rest after"));
  }

  @Test
  void planThatGivesBackTooEarlyIsCaught() {
    assertThat(wrong(1, 2_000, WrongPlans::impatient, new Figures()))
        .hasValueSatisfying(why -> assertThat(why).contains("before it was idle for long"));
  }

  private static Optional<String> wrong(
      long first, int traces, Function<Observation, TenantPlan> planner, Figures figures) {
    return LongStream.range(first, first + traces)
        .mapToObj(seed -> Trace.play(seed, planner, figures::add))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static final class Figures {
    private int made;
    private int givenBack;
    private int refused;

    private void add(World world) {
      made += world.created();
      givenBack += world.released();
      refused += world.refused();
    }
  }
}
