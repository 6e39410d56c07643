package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.kube.engine.Urgency.CHANGED;
import static dev.butlerlabs.butler.kube.engine.Urgency.ORDERED;
import static dev.butlerlabs.butler.kube.engine.Urgency.ROUTINE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkQueueTest {

  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  private final WorkQueue queue = new WorkQueue(ObjectKey::namespace, 2);

  @Test
  void keyOfferedTwiceIsTakenOnce() {
    add("a/1", CHANGED);
    add("a/1", CHANGED);

    assertThat(takeAll()).containsExactly("a/1");
  }

  @Test
  void keyOfferedWhileItRunsIsToldWhenItIsDone() {
    add("a/1", CHANGED);
    takeAll();
    add("a/1", ROUTINE);
    add("a/1", ORDERED);
    add("a/1", CHANGED);

    assertThat(takeAll()).isEmpty();
    assertThat(queue.done(key("a/1"))).contains(ORDERED);
  }

  @Test
  void keyLeftAloneWhileItRanIsNotRunAgain() {
    add("a/1", CHANGED);
    takeAll();

    assertThat(queue.done(key("a/1"))).isEmpty();
    assertThat(takeAll()).isEmpty();
  }

  @Test
  void ordersComeBeforeChangesAndChangesBeforeRoutine() {
    add("a/1", ROUTINE);
    add("b/1", CHANGED);
    add("c/1", ORDERED);

    assertThat(takeAll()).containsExactly("c/1", "b/1", "a/1");
  }

  @Test
  void orderForAWaitingKeyBringsItForwardAndKeepsItsWaitingTime() {
    queue.add(key("a/1"), ROUTINE, NOON);
    add("b/1", CHANGED);
    queue.add(key("a/1"), ORDERED, NOON.plusSeconds(60));

    assertThat(queue.take()).contains(new WorkQueue.Turn(key("a/1"), ORDERED, NOON));
    assertThat(takeAll()).containsExactly("b/1");
  }

  @Test
  void everyFourthTurnGoesToTheLeastUrgent() {
    for (var i = 1; i <= 6; i++) {
      add("order" + i + "/x", ORDERED);
    }
    add("patient/x", ROUTINE);

    assertThat(takeAll().indexOf("patient/x")).isEqualTo(3);
  }

  @Test
  void tenantsTakeTurns() {
    for (var i = 1; i <= 3; i++) {
      add("big/" + i, CHANGED);
    }
    add("small/1", CHANGED);

    assertThat(takeAll()).containsExactly("big/1", "small/1", "big/2");
  }

  @Test
  void tenantThatHoldsItsSlotsWaitsUntilOneIsFree() {
    for (var i = 1; i <= 3; i++) {
      add("big/" + i, CHANGED);
    }

    assertThat(takeAll()).containsExactly("big/1", "big/2");

    queue.done(key("big/1"));

    assertThat(takeAll()).containsExactly("big/3");
  }

  @Test
  void doneWithoutATurnIsABug() {
    assertThatThrownBy(() -> queue.done(key("a/1"))).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void nothingIsLostAndNothingRunsTwiceAtOnceInAnyOrderOfCalls() {
    for (var seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var any = new WorkQueue(ObjectKey::namespace, 1 + random.nextInt(3));
      var running = new ArrayList<ObjectKey>();
      for (var step = 0; step < 300; step++) {
        step(random, any, running);
      }
      drain(any, running);

      assertThat(any.waitingCount()).as("seed %d", seed).isZero();
      assertThat(any.runningCount()).as("seed %d", seed).isZero();
    }
  }

  private static void step(Random random, WorkQueue any, List<ObjectKey> running) {
    if (random.nextInt(3) < 2) {
      var some = new ObjectKey("t" + random.nextInt(4), "k" + random.nextInt(5));
      any.add(some, List.of(Urgency.values()).get(random.nextInt(3)), NOON);
    } else if (random.nextBoolean()) {
      any.take()
          .ifPresent(
              turn -> {
                assertThat(running).doesNotContain(turn.key());
                running.add(turn.key());
              });
    } else if (!running.isEmpty()) {
      finish(any, running.remove(random.nextInt(running.size())));
    }
  }

  private static void drain(WorkQueue any, List<ObjectKey> running) {
    for (var turn = any.take(); turn.isPresent() || !running.isEmpty(); turn = any.take()) {
      turn.ifPresent(taken -> running.add(taken.key()));
      if (!running.isEmpty()) {
        finish(any, running.removeFirst());
      }
    }
  }

  private static void finish(WorkQueue any, ObjectKey key) {
    any.done(key).ifPresent(urgency -> any.add(key, urgency, NOON));
  }

  private void add(String key, Urgency urgency) {
    queue.add(key(key), urgency, NOON);
  }

  private List<String> takeAll() {
    var taken = new ArrayList<String>();
    for (var turn = queue.take(); turn.isPresent(); turn = queue.take()) {
      taken.add(turn.get().key().toString());
    }
    return taken;
  }

  private static ObjectKey key(String text) {
    var parts = text.split("/", 2);
    return new ObjectKey(parts[0], parts[1]);
  }
}
