package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OneByOneTest {

  private final OneByOne askers = new OneByOne();
  private final CountDownLatch gate = new CountDownLatch(1);
  private final AtomicInteger inside = new AtomicInteger();
  private final List<Integer> crowds = new CopyOnWriteArrayList<>();

  @Test
  void oneIsInAndTheOthersOfItsClusterWait() throws InterruptedException {
    var all = new ArrayList<Thread>();
    for (var at = 0; at < 20; at++) {
      all.add(enter("web"));
    }
    Await.untilTrue("one is in, the others wait", () -> all.stream().allMatch(OneByOneTest::waits));
    assertThat(crowds).containsExactly(1);

    gate.countDown();
    for (var one : all) {
      one.join();
    }

    assertThat(crowds).hasSize(20).containsOnly(1);
    assertThat(askers.clusters()).isZero();
  }

  @Test
  void clusterThatKeepsItsAskerWaitingHoldsUpNobodyElse() throws InterruptedException {
    var held = enter("dead");
    Await.untilTrue("it is in", () -> crowds.size() == 1);

    assertThat(askers.in("alive", () -> "done")).isEqualTo("done");

    assertThat(held.isAlive()).isTrue();
    gate.countDown();
    held.join();
    assertThat(askers.clusters()).isZero();
  }

  @Test
  void whoeverIsCalledOffWhileHeWaitsNeverGetsIn() throws InterruptedException {
    var held = enter("web");
    Await.untilTrue("it is in", () -> crowds.size() == 1);
    var waiting = enter("web");
    Await.untilTrue("it waits", () -> waits(waiting));

    waiting.interrupt();
    waiting.join();

    assertThat(crowds).hasSize(1);
    gate.countDown();
    held.join();
    assertThat(askers.clusters()).isZero();
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.WAITING;
  }

  private Thread enter(String cluster) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                var _ = askers.in(cluster, this::stay);
              } catch (InterruptedException calledOff) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private boolean stay() {
    crowds.add(inside.incrementAndGet());
    try {
      gate.await();
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
    }
    inside.decrementAndGet();
    return true;
  }
}
