package dev.butlerlabs.butler.providers.machines.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.machines.account.Desk.Purpose;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeskTest {

  private static final ObjectKey SLOW = new ObjectKey("ns", "slow");
  private static final ObjectKey WELL = new ObjectKey("ns", "well");

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final AtomicInteger started = new AtomicInteger();
  private final CountDownLatch gate = new CountDownLatch(1);
  private volatile boolean leading = true;
  private final Desk<String> desk =
      new Desk<>(
          new Desk.Room(
              task -> Thread.ofVirtual().start(task),
              timeline,
              () -> leading,
              2,
              Duration.ofSeconds(30)));

  @Test
  void accountHasNoMoreThanItsShareAndOthersHaveTheirs() {
    for (var i = 0; i < 10; i++) {
      desk.send(key(i), SLOW, this::linger, () -> {});
    }
    Await.untilTrue("two have started", () -> started.get() == 2);

    desk.send(key(99), WELL, () -> "well", () -> {});

    Await.untilTrue("the other is served", () -> !desk.busy(key(99)));
    assertThat(desk.collect(key(99))).contains(new Desk.Answer.Given<>("well"));
    assertThat(desk.collect(key(99))).isEmpty();
    assertThat(started).hasValue(2);
    gate.countDown();
    Await.untilTrue("all were served", () -> started.get() == 10 && !desk.busy(key(9)));
  }

  @Test
  void whatIsAwaitedGoesBeforeWhatIsOnlyLookedAfterAndLeavesItATurn() {
    var order = new ConcurrentLinkedQueue<String>();
    for (var i = 0; i < 2; i++) {
      desk.send(key(i), SLOW, this::linger, () -> {});
    }
    Await.untilTrue("both places are taken", () -> started.get() == 2);
    for (var i = 10; i < 20; i++) {
      desk.send(key(i), SLOW, Purpose.ROUTINE, () -> noted(order, "routine"), () -> {});
    }
    for (var i = 20; i < 30; i++) {
      desk.send(key(i), SLOW, () -> noted(order, "awaited"), () -> {});
    }

    timeline.advance(Duration.ofSeconds(30));

    Await.untilTrue("all were served", () -> order.size() == 20);
    assertThat(order.stream().limit(10).filter("awaited"::equals)).hasSizeGreaterThanOrEqualTo(6);
    assertThat(order.stream().limit(10)).contains("routine");
  }

  private static String noted(Queue<String> order, String what) {
    order.add(what);
    return what;
  }

  @Test
  void errandIsInterruptedWhenItsTimeIsOver() {
    desk.send(key(1), SLOW, this::linger, () -> {});
    Await.untilTrue("it has started", () -> started.get() == 1);

    timeline.advance(Duration.ofSeconds(30));

    Await.untilTrue("it was given up", () -> !desk.busy(key(1)));
    assertThat(desk.collect(key(1))).contains(new Desk.Answer.Late<>(Duration.ofSeconds(30)));
  }

  @Test
  void messageOfADriversBugIsNotPassedOn() {
    desk.send(
        key(1),
        WELL,
        () -> {
          throw new IllegalStateException("password-canary");
        },
        () -> {});

    Await.untilTrue("it has ended", () -> !desk.busy(key(1)));
    assertThat(desk.collect(key(1))).contains(new Desk.Answer.Broken<>("IllegalStateException"));
  }

  @Test
  void processWithoutTheLeadAsksNobody() {
    leading = false;

    desk.send(key(1), WELL, this::linger, () -> {});

    Await.untilTrue("it was dropped", () -> !desk.busy(key(1)));
    assertThat(started).hasValue(0);
    assertThat(desk.collect(key(1))).isEmpty();
  }

  @Test
  void losingTheLeadEndsWhatRunsAndForgetsWhatWaits() {
    for (var i = 0; i < 3; i++) {
      desk.send(key(i), SLOW, this::linger, () -> {});
    }
    Await.untilTrue("two have started", () -> started.get() == 2);
    leading = false;

    desk.drop();

    Await.untilTrue("all have ended", () -> !desk.busy(key(0)) && !desk.busy(key(1)));
    assertThat(desk.busy(key(2))).isFalse();
    assertThat(started).hasValue(2);
  }

  private String linger() throws InterruptedException {
    started.incrementAndGet();
    gate.await();
    return "done";
  }

  private static ObjectKey key(int number) {
    return new ObjectKey("ns", "m" + number);
  }
}
