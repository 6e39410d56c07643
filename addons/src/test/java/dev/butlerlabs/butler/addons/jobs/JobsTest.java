package dev.butlerlabs.butler.addons.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JobsTest {

  private static final Duration BUDGET = Duration.ofMinutes(10);

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final List<JobKey> told = new CopyOnWriteArrayList<>();
  private final Jobs<String> jobs = new Jobs<>(new Limits(3, 2, 4), timeline, told::add);

  @AfterEach
  void close() {
    jobs.close();
  }

  @Test
  void point17_whoeverAsksIsNotKeptWaiting() {
    var gate = new CountDownLatch(1);

    var ticket = jobs.submit(key("a", 1), BUDGET, held(gate)).orElseThrow();

    assertThat(ticket.state()).isInstanceOf(JobState.Running.class);
    gate.countDown();
    awaitEnd(ticket);
    assertThat(ticket.state()).isEqualTo(new JobState.Finished<>("done"));
    Await.untilTrue("the end is told", () -> told.equals(List.of(key("a", 1))));
  }

  @Test
  void sameReleaseIsWorkedOnOnce() {
    var gate = new CountDownLatch(1);
    var runs = new AtomicInteger();
    Work<String> work =
        step -> {
          runs.incrementAndGet();
          return held(gate).run(step);
        };

    var one = jobs.submit(key("a", 1), BUDGET, work).orElseThrow();
    var two = jobs.submit(key("a", 1), BUDGET, work).orElseThrow();

    assertThat(two).isSameAs(one);
    assertThat(jobs.find(key("a", 1))).contains(one);
    gate.countDown();
    awaitEnd(one);
    assertThat(runs).hasValue(1);
    assertThat(jobs.find(key("a", 1))).isEmpty();
  }

  @Test
  void point17_deadClusterTakesItsShareAndNoMore() {
    var never = new CountDownLatch(1);
    for (var i = 0; i < 4; i++) {
      assertThat(jobs.submit(key("dead", i), BUDGET, held(never))).isPresent();
    }

    var other = jobs.submit(key("alive", 1), BUDGET, _ -> "done").orElseThrow();

    awaitEnd(other);
    assertThat(jobs.find(key("dead", 1)).orElseThrow().state())
        .isInstanceOf(JobState.Running.class);
    assertThat(jobs.find(key("dead", 2)).orElseThrow().state())
        .isInstanceOf(JobState.Waiting.class);
  }

  @Test
  void tooManyAreRefusedRatherThanKept() {
    var never = new CountDownLatch(1);
    for (var i = 0; i < 6; i++) {
      assertThat(jobs.submit(key("a", i), BUDGET, held(never))).isPresent();
    }

    assertThat(jobs.submit(key("a", 6), BUDGET, held(never))).isEmpty();
  }

  @Test
  void jobIsStoppedWhenItsTimeIsOver() {
    var never = new CountDownLatch(1);
    var ticket = jobs.submit(key("a", 1), BUDGET, held(never)).orElseThrow();
    Await.untilTrue("its alarm is set", () -> timeline.pending() == 1);

    timeline.advance(BUDGET.minusSeconds(1));
    assertThat(ticket.state().ended()).isFalse();
    timeline.advance(Duration.ofSeconds(1));

    awaitEnd(ticket);
    assertThat(ticket.state()).isEqualTo(new JobState.TimedOut<>());
  }

  @Test
  void waitingDoesNotCountAgainstTheBudget() {
    var gate = new CountDownLatch(1);
    assertThat(jobs.submit(key("a", 1), BUDGET.multipliedBy(9), held(gate))).isPresent();
    assertThat(jobs.submit(key("a", 2), BUDGET.multipliedBy(9), held(gate))).isPresent();
    var third = jobs.submit(key("a", 3), BUDGET, held(gate)).orElseThrow();

    timeline.advance(BUDGET.multipliedBy(2));
    assertThat(third.state()).isInstanceOf(JobState.Waiting.class);
    gate.countDown();

    awaitEnd(third);
    assertThat(third.state()).isEqualTo(new JobState.Finished<>("done"));
  }

  @Test
  void jobThatWaitsOrRunsCanBeCalledOff() {
    var never = new CountDownLatch(1);
    var one = jobs.submit(key("a", 1), BUDGET, held(never)).orElseThrow();
    assertThat(jobs.submit(key("a", 2), BUDGET, held(never))).isPresent();
    var waits = jobs.submit(key("a", 3), BUDGET, held(never)).orElseThrow();

    waits.cancel();
    one.cancel();

    awaitEnd(one);
    assertThat(waits.state()).isEqualTo(new JobState.Cancelled<>());
    assertThat(one.state()).isEqualTo(new JobState.Cancelled<>());
    Await.untilTrue("both are told", () -> told.containsAll(List.of(key("a", 1), key("a", 3))));
  }

  @Test
  void stepsCanBeWatched() {
    var gate = new CountDownLatch(1);
    var ticket =
        jobs.submit(
                key("a", 1),
                BUDGET,
                step -> {
                  step.accept("fetching the chart");
                  return held(gate).run(step);
                })
            .orElseThrow();

    Await.untilTrue(
        "the step is told",
        () ->
            ticket.state() instanceof JobState.Running<String>(_, var step)
                && step.equals("fetching the chart"));
    gate.countDown();
  }

  @Test
  void workThatThrowsIsTheOnlyOneToSuffer() {
    var broken =
        jobs.submit(
                key("a", 1),
                BUDGET,
                _ -> {
                  throw new IllegalStateException("a bug");
                })
            .orElseThrow();
    awaitEnd(broken);
    var next = jobs.submit(key("a", 1), BUDGET, _ -> "done").orElseThrow();

    awaitEnd(next);
    assertThat(broken.state()).isInstanceOf(JobState.Broken.class);
    assertThat(next.state()).isEqualTo(new JobState.Finished<>("done"));
  }

  @Test
  void closingLeavesNothingRunning() {
    var never = new CountDownLatch(1);
    var left = new AtomicInteger();
    Work<String> work =
        step -> {
          left.incrementAndGet();
          try {
            return held(never).run(step);
          } finally {
            left.decrementAndGet();
          }
        };
    var tickets =
        List.of(
            jobs.submit(key("a", 1), BUDGET, work).orElseThrow(),
            jobs.submit(key("b", 1), BUDGET, work).orElseThrow(),
            jobs.submit(key("b", 2), BUDGET, work).orElseThrow(),
            jobs.submit(key("b", 3), BUDGET, work).orElseThrow());

    jobs.close();

    assertThat(left).hasValue(0);
    assertThat(tickets)
        .allSatisfy(ticket -> assertThat(ticket.state()).isEqualTo(new JobState.Cancelled<>()));
    assertThat(jobs.submit(key("c", 1), BUDGET, work)).isEmpty();
  }

  private static void awaitEnd(Ticket<String> ticket) {
    Await.untilTrue(ticket.key() + " ended", () -> ticket.state().ended());
  }

  /** Work that goes on until the gate opens, or it is stopped. */
  private static Work<String> held(CountDownLatch gate) {
    return _ -> {
      try {
        gate.await();
        return "done";
      } catch (InterruptedException stopped) {
        return "half";
      }
    };
  }

  private static JobKey key(String cluster, int release) {
    return new JobKey(cluster, "release-" + release);
  }
}
