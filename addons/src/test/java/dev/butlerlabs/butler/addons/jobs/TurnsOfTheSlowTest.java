package dev.butlerlabs.butler.addons.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many clusters hang at once, and a well one is served. */
class TurnsOfTheSlowTest {

  private static final Duration BUDGET = Duration.ofMinutes(26);

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final CountDownLatch answers = new CountDownLatch(1);
  private final AtomicInteger running = new AtomicInteger();
  private final Jobs<String> jobs = new Jobs<>(new Limits(8, 3, 1_000, 16), timeline, _ -> {});

  @AfterEach
  void close() {
    jobs.close();
  }

  @Test
  void point17_clustersThatDoNotAnswerTakeNoPlaceHoweverManyTheyAre() {
    var tickets = new ArrayList<Ticket<String>>();
    for (var cluster = 0; cluster < 100; cluster++) {
      for (var release = 0; release < 3; release++) {
        tickets.add(
            jobs.submit(
                    key("dead-" + cluster, release),
                    BUDGET,
                    () -> Optional.of(hang("no answer")),
                    _ -> hang("done"))
                .orElseThrow());
      }
    }

    var well = jobs.submit(key("well", 1), BUDGET, Optional::empty, _ -> "done").orElseThrow();

    awaitEnd(well);
    assertThat(well.state()).isEqualTo(new JobState.Finished<>("done"));
    assertThat(tickets).noneMatch(one -> one.state().ended());
    assertThat(tickets.getFirst().state())
        .isInstanceOfSatisfying(
            JobState.Running.class,
            one -> assertThat(one.step()).isEqualTo("looking whether the cluster answers"));
    assertThat(tickets.get(1).state()).isInstanceOf(JobState.Waiting.class);
    answers.countDown();
    tickets.forEach(TurnsOfTheSlowTest::awaitEnd);
    assertThat(tickets).allMatch(one -> one.state().equals(new JobState.Finished<>("no answer")));
  }

  @Test
  void point17_clustersThatFallSilentHalfWayGiveTheirPlacesBackSoon() {
    var silent = new ArrayList<Ticket<String>>();
    for (var cluster = 0; cluster < 3; cluster++) {
      silent.addAll(hangs("silent-" + cluster, 3));
    }
    awaitRunning(8);
    var well = jobs.submit(key("well", 1), BUDGET, _ -> "done").orElseThrow();
    assertThat(well.state()).isInstanceOf(JobState.Waiting.class);

    timeline.advance(Jobs.PATIENCE);

    awaitEnd(well);
    assertThat(silent).as("nobody was called off").noneMatch(one -> one.state().ended());
  }

  @Test
  void point17_clusterThatWasSlowTakesNoPlaceOfTheOthersNextTime() {
    var first = hangs("silent", 1);
    awaitRunning(1);
    timeline.advance(Jobs.PATIENCE);
    first.forEach(Ticket::cancel);
    first.forEach(TurnsOfTheSlowTest::awaitEnd);
    awaitRunning(0);
    hangs("silent", 3);
    awaitRunning(1);
    for (var cluster = 0; cluster < 4; cluster++) {
      hangs("other-" + cluster, 2);
    }

    awaitRunning(9);
  }

  @Test
  void point17_clusterThatIsWellAgainHasItsPlacesAgain() {
    hangs("silent", 1);
    awaitRunning(1);
    timeline.advance(Jobs.PATIENCE);
    answers.countDown();
    awaitRunning(0);
    awaitEnd(jobs.submit(key("silent", 7), BUDGET, _ -> "done").orElseThrow());
    var never = new CountDownLatch(1);
    for (var release = 0; release < 3; release++) {
      assertThat(jobs.submit(key("silent", release), BUDGET, _ -> hang(never, ""))).isPresent();
    }

    awaitRunning(3);
  }

  @Test
  void point17_whoeverGetsOnIsNotSlow() {
    var steps = new CountDownLatch(1);
    for (var release = 0; release < 2; release++) {
      assertThat(
              jobs.submit(
                  key("busy", release),
                  BUDGET,
                  step -> {
                    hang(steps, "");
                    step.accept("deploying");
                    return hang("done");
                  }))
          .isPresent();
    }
    awaitRunning(2);
    timeline.advance(Jobs.PATIENCE.minusSeconds(1));
    steps.countDown();
    Await.untilTrue("both got on", () -> stepped("busy", 0) && stepped("busy", 1));

    timeline.advance(Duration.ofSeconds(2));
    hangs("busy", 3);

    awaitRunning(3);
  }

  @Test
  void jobThatIsCalledOffWhileItLooksEnds() {
    var ticket =
        jobs.submit(key("dead", 1), BUDGET, () -> Optional.of(hang("no answer")), _ -> hang("done"))
            .orElseThrow();
    awaitRunning(1);

    ticket.cancel();

    awaitEnd(ticket);
    assertThat(ticket.state()).isEqualTo(new JobState.Cancelled<>());
  }

  private boolean stepped(String cluster, int release) {
    return jobs.find(key(cluster, release)).orElseThrow().state()
            instanceof JobState.Running<String>(_, var step)
        && !step.isEmpty();
  }

  private List<Ticket<String>> hangs(String cluster, int releases) {
    var tickets = new ArrayList<Ticket<String>>();
    for (var release = 0; release < releases; release++) {
      tickets.add(jobs.submit(key(cluster, 10 + release), BUDGET, _ -> hang("done")).orElseThrow());
    }
    return tickets;
  }

  private String hang(String then) {
    return hang(answers, then);
  }

  private String hang(CountDownLatch gate, String then) {
    running.incrementAndGet();
    try {
      gate.await();
      return then;
    } catch (InterruptedException stopped) {
      return "half";
    } finally {
      running.decrementAndGet();
    }
  }

  private void awaitRunning(int wanted) {
    Await.untilTrue(wanted + " run", () -> running.get() == wanted);
  }

  private static void awaitEnd(Ticket<String> ticket) {
    Await.untilTrue(ticket.key() + " ended", () -> ticket.state().ended());
  }

  private static JobKey key(String cluster, int release) {
    return new JobKey(cluster, "release-" + release);
  }
}
