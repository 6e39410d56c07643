package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.kube.engine.Urgency.CHANGED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CuttingOffTest {

  private final CountDownLatch never = new CountDownLatch(1);

  @Test
  void overdueRunIsInterruptedAndTriedAgainLater() throws InterruptedException {
    var harness = ControllerHarness.working();
    harness.offer("a/1", CHANGED);
    var run = harness.next();
    run.answer(this::block);

    harness.timeline.advance(Duration.ofMinutes(1));

    ControllerHarness.await(() -> harness.controller.running() == 0);
    assertThat(outcomes(harness, "failed", "DeadlineExceeded")).isEqualTo(1);
    harness.timeline.advance(Duration.ofSeconds(1));
    assertThat(harness.next().context.failures()).isEqualTo(1);
  }

  @Test
  void keyOfARunThatHeedsNoInterruptIsNotStartedASecondTime() throws InterruptedException {
    var harness = ControllerHarness.working();
    harness.offer("a/1", CHANGED);
    harness.next();

    harness.offer("a/1", CHANGED);

    assertThat(harness.controller.running()).isEqualTo(1);
    assertThat(harness.nothingBegan()).isTrue();
  }

  @Test
  void nothingRunsWithoutTheLeadAndAllThatWaitedRunsWithIt() throws InterruptedException {
    var harness =
        new ControllerHarness(
            ControllerSettings.DEFAULT.withWorkers(4, 2).withBackoff(ControllerHarness.BACKOFF));
    harness.controller.open();
    harness.offer("a/1", CHANGED);

    assertThat(harness.controller.running()).isZero();

    harness.controller.lead(true);

    assertThat(harness.next().key()).isEqualTo("a/1");
  }

  @Test
  void losingTheLeadEndsRunsAndTheirKeysComeBackWithIt() throws InterruptedException {
    var harness = ControllerHarness.working();
    harness.offer("a/1", CHANGED);
    harness.next().answer(this::block);

    harness.controller.lead(false);

    assertThat(harness.controller.running()).isZero();
    assertThat(harness.controller.waiting()).isEqualTo(1);

    harness.controller.lead(true);

    assertThat(harness.next().context.failures()).isZero();
  }

  @Test
  void stopWaitsForRunsToEndByThemselves() throws InterruptedException {
    var harness = ControllerHarness.working();
    harness.offer("a/1", CHANGED);
    harness.next().answer(Outcome.settled());

    assertThat(harness.controller.stop(Duration.ofSeconds(10))).isTrue();
    assertThat(outcomes(harness, "settled", "")).isEqualTo(1);
  }

  @Test
  void stopInterruptsRunsWhenTheGraceIsOver() throws InterruptedException {
    var harness = ControllerHarness.working();
    harness.offer("a/1", CHANGED);
    harness.next().answer(this::block);

    assertThat(harness.controller.stop(Duration.ofMillis(20))).isTrue();
    assertThat(outcomes(harness, "cutOff", "")).isEqualTo(1);
  }

  @Test
  void nothingBeginsAfterAStop() {
    var harness = ControllerHarness.working();
    harness.controller.stop(Duration.ZERO);

    harness.offer("a/1", CHANGED);

    assertThat(harness.controller.running()).isZero();
    assertThat(harness.timeline.pending()).isZero();
  }

  private Outcome block(Context context) throws InterruptedException {
    never.await();
    return Outcome.settled();
  }

  private static double outcomes(ControllerHarness harness, String outcome, String reason) {
    return harness
        .meters
        .get("butler.controller.outcomes")
        .tags("controller", "test", "outcome", outcome, "reason", reason)
        .counter()
        .count();
  }
}
