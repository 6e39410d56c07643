package dev.butlerlabs.butler.sandbox.node.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.sandbox.node.pod.Probe;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimesTest {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  @Test
  void pauseDoublesFromOneSecondToAMinute() {
    assertThat(IntStream.rangeClosed(1, 9).mapToObj(RestartPause::after).map(Duration::toSeconds))
        .containsExactly(0L, 1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
  }

  @Test
  void beforeItEverAnsweredItIsAskedOftenButCountedByItsPeriod() {
    var tally = ProbeTally.begin(probe(3), START);
    for (var millis = 100; millis <= 2_900; millis += 100) {
      tally = tally.with(false, START.plusMillis(millis));
    }

    assertThat(tally.nextAfter(Duration.ofMillis(2))).isEqualTo(Duration.ofMillis(100));
    assertThat(tally.bad()).isFalse();
    assertThat(tally.with(false, START.plusSeconds(3)).bad()).isTrue();
  }

  @Test
  void whoTakesLongToAnswerIsAskedLessOften() {
    var tally = ProbeTally.begin(probe(3), START).with(false, START.plusMillis(100));

    assertThat(tally.nextAfter(Duration.ofMillis(40))).isEqualTo(Duration.ofMillis(120));
    assertThat(tally.nextAfter(Duration.ofSeconds(2))).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void onceItAnsweredEachBadAnswerCounts() {
    var tally = ProbeTally.begin(probe(2), START).with(true, START.plusMillis(100));

    assertThat(tally.good()).isTrue();
    assertThat(tally.nextAfter(Duration.ofMillis(2))).isEqualTo(Duration.ofSeconds(1));
    var once = tally.with(false, START.plusSeconds(1));
    assertThat(once.bad()).isFalse();
    assertThat(once.with(false, START.plusSeconds(2)).bad()).isTrue();
  }

  private static Probe probe(int failures) {
    return new Probe(
        new Probe.Action.Tcp("", 80),
        Duration.ZERO,
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        1,
        failures);
  }
}
