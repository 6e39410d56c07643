package dev.butlerlabs.butler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class SteppedTimelineTest {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final SteppedTimeline time = new SteppedTimeline(START);
  private final List<String> happened = new CopyOnWriteArrayList<>();

  @Test
  void standsStillUntilMoved() {
    ask(1, "late");

    assertThat(time.instant()).isEqualTo(START);
    assertThat(happened).isEmpty();
    assertThat(time.next()).contains(START.plusSeconds(1));
  }

  @Test
  void dueTasksRunInOrderOfTimeThenOfAsking() {
    ask(2, "c");
    ask(1, "a");
    ask(1, "b");
    ask(9, "too late");

    time.advance(Duration.ofSeconds(5));

    assertThat(happened).containsExactly("a@1", "b@1", "c@2");
    assertThat(time.instant()).isEqualTo(START.plusSeconds(5));
    assertThat(time.pending()).isEqualTo(1);
  }

  @Test
  void taskAskedForByATaskRunsInTheSameStepWhenDue() {
    time.at(START.plusSeconds(1), () -> ask(2, "chained"));

    time.advance(Duration.ofSeconds(3));

    assertThat(happened).containsExactly("chained@2");
  }

  @Test
  void taskForAMomentThatHasPassedStartsAtOnce() {
    ask(0, "now");

    time.settle();

    assertThat(happened).containsExactly("now@0");
  }

  @Test
  void cancelledTaskDoesNotRun() {
    var alarm = time.at(START.plusSeconds(1), () -> happened.add("never"));

    alarm.cancel();
    time.advance(Duration.ofMinutes(1));

    assertThat(happened).isEmpty();
  }

  @Test
  void tasksRunOnAnotherThreadThanTheTest() {
    var threads = new CopyOnWriteArrayList<Thread>();
    time.at(START.plusSeconds(1), () -> threads.add(Thread.currentThread()));

    time.advance(Duration.ofSeconds(1));

    assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
  }

  @Test
  void failureOfATaskIsToldToWhoMovedTheClock() {
    time.at(
        START.plusSeconds(1),
        () -> {
          throw new IllegalStateException("boom");
        });

    assertThatThrownBy(() -> time.advance(Duration.ofSeconds(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("boom");
  }

  @Test
  void clockCanBeMovedFromTaskToTask() {
    ask(60, "a");
    ask(3600, "b");

    assertThat(time.advanceToNext()).isTrue();
    assertThat(happened).containsExactly("a@60");
    assertThat(time.advanceToNext()).isTrue();
    assertThat(happened).containsExactly("a@60", "b@3600");
    assertThat(time.advanceToNext()).isFalse();
  }

  private void ask(int seconds, String name) {
    time.at(
        START.plusSeconds(seconds),
        () -> happened.add(name + "@" + Duration.between(START, time.instant()).toSeconds()));
  }
}
