package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PaceTest {

  private static final ObjectKey ONE = new ObjectKey("team", "one");

  private final AtomicLong clock = new AtomicLong(1);
  private final Pace pace = new Pace(clock::get);

  @Test
  void oneAloneIsLookedAtForEachPieceOfNews() {
    assertThat(pace.untilNext(ONE)).isZero();
    assertThat(pace.untilNext(ONE)).isZero();
  }

  @Test
  void besideOthersItWaitsALittleForEachOfThem() {
    pace.untilNext(ONE);
    others(10);

    assertThat(pace.untilNext(ONE)).isEqualTo(Pace.EACH.multipliedBy(10));
    pass(Pace.EACH.multipliedBy(10));
    assertThat(pace.untilNext(ONE)).isZero();
  }

  @Test
  void whoWasNeverLookedAtDoesNotWait() {
    others(1000);

    assertThat(pace.untilNext(ONE)).isZero();
  }

  @Test
  void besideThousandsItWaitsNoLongerThanSeconds() {
    pace.untilNext(ONE);
    others(5000);

    pass(Duration.ofMillis(1));
    assertThat(pace.untilNext(ONE)).isEqualTo(Pace.LONGEST.minusMillis(1));
    pass(Pace.LONGEST);
    assertThat(pace.untilNext(ONE)).isZero();
  }

  @Test
  void othersThatRestAreNotWaitedFor() {
    others(1000);
    pass(Pace.LONGEST);

    assertThat(pace.untilNext(ONE)).isZero();
    assertThat(pace.untilNext(ONE)).isZero();
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  private void others(int count) {
    IntStream.range(0, count)
        .forEach(number -> pace.untilNext(new ObjectKey("team", "other-" + number)));
  }
}
