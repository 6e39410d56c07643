package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PatienceTest {

  private final List<String> told = new ArrayList<>();
  private final CountDownLatch toldTwice = new CountDownLatch(2);
  private final Patience patience =
      new Patience(
          new Progress() {
            @Override
            public void started(Tool tool, String doing) {
              told.add("started " + doing);
            }

            @Override
            public void stillWorking(Tool tool, String doing, Duration elapsed) {
              told.add("still " + doing + (elapsed.isPositive() ? "" : " for no time"));
              toldTwice.countDown();
            }
          },
          Duration.ofMillis(5));

  @Test
  void longWorkIsToldAgainAndAgain() throws IOException {
    var answer =
        patience.during(
            Tool.ETCD,
            "building",
            () -> {
              toldTwice.await();
              return 42;
            });

    assertThat(answer).isEqualTo(42);
    assertThat(told).startsWith("started building", "still building", "still building");
  }

  @Test
  void failureOfTheWorkIsThatOfTheWait() {
    assertThatThrownBy(
            () ->
                patience.during(
                    Tool.ETCD,
                    "building",
                    () -> {
                      throw new FileNotFoundException("gone");
                    }))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void interruptionStopsTheWorkAndIsOneSentence() {
    var never = new CountDownLatch(1);
    Thread.currentThread().interrupt();

    assertThatThrownBy(
            () ->
                patience.during(
                    Tool.ETCD,
                    "building",
                    () -> {
                      never.await();
                      return 0;
                    }))
        .hasMessage("interrupted while building; what was finished before it is kept");
    assertThat(Thread.interrupted()).isTrue();
  }
}
