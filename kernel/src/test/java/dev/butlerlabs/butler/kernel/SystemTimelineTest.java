package dev.butlerlabs.butler.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class SystemTimelineTest {

  @Test
  void dueTasksRunAndCancelledOnesDoNot() throws InterruptedException {
    try (var timeline = new SystemTimeline()) {
      var ran = new CountDownLatch(1);
      var cancelledRan = new AtomicBoolean();
      var now = timeline.instant();

      timeline.at(now.plusMillis(20), () -> cancelledRan.set(true)).cancel();
      timeline.at(now.plusMillis(40), ran::countDown);

      assertThat(ran.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(cancelledRan).isFalse();
    }
  }
}
