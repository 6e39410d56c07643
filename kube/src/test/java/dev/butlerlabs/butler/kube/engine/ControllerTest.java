package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.kube.engine.Urgency.CHANGED;
import static dev.butlerlabs.butler.kube.engine.Urgency.ORDERED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class ControllerTest {

  private static final Outcome FAILED = Outcome.failed("Broken", new Problem("", "broken", ""));

  private final ControllerHarness harness = ControllerHarness.working();

  @Test
  void changesDuringARunGiveOneMoreRunAndNeverTwoAtOnce() throws InterruptedException {
    harness.offer("a/1", CHANGED);
    var first = harness.next();

    harness.offer("a/1", CHANGED);
    harness.offer("a/1", CHANGED);

    assertThat(harness.controller.running()).isEqualTo(1);
    assertThat(harness.nothingBegan()).isTrue();

    first.answer(Outcome.settled());
    harness.end(harness.next(), Outcome.settled());

    assertThat(harness.controller.waiting()).isZero();
    assertThat(harness.nothingBegan()).isTrue();
  }

  @Test
  void settledKeyLeavesNothingBehind() throws InterruptedException {
    harness.offer("a/1", CHANGED);
    harness.end(harness.next(), Outcome.settled());

    assertThat(harness.timeline.pending()).isZero();
  }

  @Test
  void lookAgainComesWhenItsTimeIsUp() throws InterruptedException {
    harness.offer("a/1", CHANGED);
    harness.end(harness.next(), Outcome.lookAgain(Duration.ofSeconds(30)));

    harness.timeline.advance(Duration.ofSeconds(29));
    assertThat(harness.nothingBegan()).isTrue();

    harness.timeline.advance(Duration.ofSeconds(1));
    assertThat(harness.next().key()).isEqualTo("a/1");
  }

  @Test
  void aLookAgainCountsFromWhenTheRunBegan() throws InterruptedException {
    harness.offer("a/1", CHANGED);
    var run = harness.next();
    harness.timeline.advance(Duration.ofSeconds(20));
    harness.end(run, Outcome.lookAgain(Duration.ofSeconds(30)));

    harness.timeline.advance(Duration.ofSeconds(10));
    assertThat(harness.next().key()).isEqualTo("a/1");
  }

  @Test
  void changeComesBeforeALookAgainAndReplacesIt() throws InterruptedException {
    harness.offer("a/1", CHANGED);
    harness.end(harness.next(), Outcome.lookAgain(Duration.ofSeconds(30)));

    harness.offer("a/1", CHANGED);
    harness.end(harness.next(), Outcome.settled());

    assertThat(harness.timeline.pending()).isZero();
  }

  @Test
  void pausesGrowWithEachFailureAndStartAnewAfterASuccess() throws InterruptedException {
    var pauses = new ArrayList<Duration>();
    harness.offer("a/1", CHANGED);
    for (var failures = 0; failures < 4; failures++) {
      var run = harness.next();
      assertThat(run.context.failures()).isEqualTo(failures);
      harness.end(run, FAILED);
      pauses.add(untilNext());
      harness.timeline.advance(pauses.getLast());
    }

    assertThat(pauses).isSortedAccordingTo(Duration::compareTo);
    assertThat(pauses.getLast()).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(8));

    harness.end(harness.next(), Outcome.settled());
    harness.offer("a/1", CHANGED);
    harness.end(harness.next(), FAILED);

    assertThat(untilNext()).isLessThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void orderEndsThePauseAndForgetsTheFailures() throws InterruptedException {
    failTimes(5);

    harness.offer("a/1", ORDERED);

    assertThat(harness.next().context.failures()).isZero();
  }

  @Test
  void mereChangeShortensThePauseButNotToNothing() throws InterruptedException {
    failTimes(5);

    harness.offer("a/1", CHANGED);

    assertThat(harness.nothingBegan()).isTrue();
    assertThat(untilNext()).isEqualTo(Duration.ofSeconds(1));

    harness.timeline.advance(Duration.ofSeconds(1));

    assertThat(harness.next().context.failures()).isEqualTo(5);
  }

  @Test
  void tenantWhoseRunsBlockDoesNotDelayTheOthers() throws InterruptedException {
    for (var i = 0; i < 50; i++) {
      harness.offer("stuck/" + i, ORDERED);
    }
    harness.next();
    harness.next();

    for (var i = 0; i < 100; i++) {
      harness.offer("quick" + (i % 7) + "/" + i, CHANGED);
      harness.end(harness.next(), Outcome.settled());
    }

    assertThat(harness.controller.running()).isEqualTo(2);
    assertThat(harness.controller.waiting()).isEqualTo(48);
  }

  @Test
  void notMoreThanItsWorkersRunAtOnce() throws InterruptedException {
    for (var i = 0; i < 10; i++) {
      harness.offer("tenant" + i + "/x", ORDERED);
    }
    for (var i = 0; i < 4; i++) {
      harness.next();
    }

    assertThat(harness.nothingBegan()).isTrue();
    assertThat(harness.controller.running()).isEqualTo(4);
    assertThat(harness.controller.waiting()).isEqualTo(6);
  }

  private void failTimes(int times) throws InterruptedException {
    harness.offer("a/1", CHANGED);
    for (var i = 0; i < times; i++) {
      harness.end(harness.next(), FAILED);
      if (i < times - 1) {
        harness.timeline.advance(untilNext());
      }
    }
  }

  private Duration untilNext() {
    Instant next = harness.timeline.next().orElseThrow();
    return Duration.between(harness.timeline.instant(), next);
  }
}
