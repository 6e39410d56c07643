package dev.butlerlabs.butler.bench.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.machines.Weather.Force;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WeatherTest {

  private static final int CALLS = 20_000;

  private static List<Mischief> drawn(Force force) {
    var weather = new Weather(new Random(1), () -> {});
    weather.turn(force);
    var all = new ArrayList<Mischief>();
    for (var call = 0; call < CALLS; call++) {
      all.add(weather.next());
    }
    return all;
  }

  private static int longest(Mischief what, List<Mischief> all) {
    var longest = 0;
    var row = 0;
    for (var one : all) {
      row = one == what ? row + 1 : 0;
      longest = Math.max(longest, row);
    }
    return longest;
  }

  @Test
  void everyWayToBreakACallIsDrawnButTheOneThatRepeatsSecrets() {
    var others = EnumSet.complementOf(EnumSet.of(Mischief.ECHO));

    assertThat(EnumSet.copyOf(drawn(new Force(0.1, 0, 0)))).isEqualTo(others);
  }

  @Test
  void oneCallInTenBreaksByItself() {
    assertThat(drawn(new Force(0.1, 0, 0)))
        .filteredOn(one -> one != Mischief.NONE)
        .hasSizeBetween(CALLS * 9 / 100, CALLS * 11 / 100);
  }

  @Test
  void aPlatformRefusesManyCallsInARow() {
    var all = drawn(new Force(0, 0.002, 0));

    assertThat(longest(Mischief.UNAVAILABLE, all)).isBetween(15, 60);
    assertThat(longest(Mischief.THROTTLED, all)).isBetween(15, 60);
  }

  @Test
  void nothingBreaksInCalmWeather() {
    assertThat(drawn(Force.CALM)).containsOnly(Mischief.NONE);
  }

  @Test
  void whoHearsNothingIsNotWaitedForInRealTime() {
    var over = new AtomicInteger();
    new Weather(new Random(1), over::incrementAndGet).unanswered();

    assertThat(over).hasValue(1);
  }
}
