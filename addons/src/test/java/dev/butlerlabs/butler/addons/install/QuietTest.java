package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.jobs.JobKey;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class QuietTest {

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final AtomicInteger holds = new AtomicInteger();
  private final Quiet quiet =
      new Quiet(
          () -> {
            holds.incrementAndGet();
            return holds::decrementAndGet;
          },
          timeline);

  @Test
  void eventsWaitUntilFewOfManyOffersAreLeft() {
    begin(20);
    assertThat(holds).hasValue(1);
    end(10);
    assertThat(holds).hasValue(1);

    quiet.ended(trial(10));

    assertThat(holds).hasValue(0);
    assertThat(timeline.pending()).isZero();
  }

  @Test
  void eventsWaitAgainWhenThereAreManyAgain() {
    begin(20);
    end(11);

    begin(19);
    assertThat(holds).hasValue(1);
    end(20);

    assertThat(holds).hasValue(0);
    assertThat(timeline.pending()).isZero();
  }

  @Test
  void fewOffersKeepNothingBack() {
    begin(Quiet.MANY - 1);

    assertThat(holds).hasValue(0);
    assertThat(timeline.pending()).isZero();
  }

  @Test
  void thoseThatHangKeepEventsBackForTwoMinutes() {
    begin(20);
    end(10);

    timeline.advance(Duration.ofMinutes(2));

    assertThat(holds).hasValue(0);
    begin(9);
    assertThat(holds).hasValue(0);
    end(20);
    begin(20);
    assertThat(holds).hasValue(1);
  }

  @Test
  void whatIsAskedTwiceEndsOnce() {
    begin(Quiet.MANY);
    begin(Quiet.MANY);

    end(Quiet.MANY);

    assertThat(holds).hasValue(0);
    end(Quiet.MANY);
    assertThat(holds).hasValue(0);
  }

  private void begin(int trials) {
    IntStream.range(0, trials).mapToObj(QuietTest::trial).forEach(quiet::begun);
  }

  private void end(int trials) {
    IntStream.range(0, trials).mapToObj(QuietTest::trial).forEach(quiet::ended);
  }

  private static JobKey trial(int number) {
    return new JobKey("cluster-" + number, "apps/web@1");
  }
}
