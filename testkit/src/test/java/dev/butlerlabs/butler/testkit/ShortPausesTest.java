package dev.butlerlabs.butler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShortPausesTest {

  private final SteppedTimeline stepped = SteppedTimeline.atNewYear();
  private final ShortPauses pauses = new ShortPauses(stepped);
  private final AtomicBoolean ran = new AtomicBoolean();

  @AfterEach
  void close() {
    pauses.close();
  }

  @Test
  void shortPausePassesThoughTheClockStands() {
    var start = stepped.instant();

    pauses.at(start.plusMillis(1), () -> ran.set(true));

    Await.untilTrue("it ran", ran::get);
    assertThat(pauses.instant()).isEqualTo(start);
  }

  @Test
  void longPauseIsSteppedByTheTest() {
    pauses.at(stepped.instant().plusSeconds(10), () -> ran.set(true));

    stepped.advance(Duration.ofSeconds(9));
    assertThat(ran).isFalse();
    stepped.advance(Duration.ofSeconds(1));
    assertThat(ran).isTrue();
  }

  @Test
  void whatIsDueStartsAtOnce() {
    pauses.at(stepped.instant(), () -> ran.set(true));

    stepped.settle();
    assertThat(ran).isTrue();
  }
}
