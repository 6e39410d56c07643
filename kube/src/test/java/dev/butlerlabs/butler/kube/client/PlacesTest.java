package dev.butlerlabs.butler.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PlacesTest {

  private static final Duration LONG = Duration.ofHours(1);

  /** A thread that waited here would be missing where places become free. */
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void nobodyWaitsWithAThread() {
    var places = new Places(1);

    var first = places.take(LONG);
    var second = places.take(LONG);
    var third = places.take(LONG);
    assertThat(first).isDone();
    assertThat(second).isNotDone();

    places.give();
    assertThat(second).isCompleted();
    assertThat(third).isNotDone();
    places.give();
    assertThat(third).isCompleted();
  }

  @Test
  void placesThatNobodyWaitsForAreKept() {
    var places = new Places(1);
    assertThat(places.take(LONG)).isDone();

    places.give();

    assertThat(places.take(LONG)).isDone();
    assertThat(places.take(LONG)).isNotDone();
  }

  @Test
  void whoGaveUpIsPassedOver() {
    var places = new Places(1);
    assertThat(places.take(LONG)).isDone();
    var late = places.take(Duration.ZERO);
    var patient = places.take(LONG);
    assertThatThrownBy(() -> late.get(1, TimeUnit.MINUTES))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(TimeoutException.class);

    places.give();

    assertThat(patient).isCompleted();
  }
}
