package dev.butlerlabs.butler.kube.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private final Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60));

  @Test
  void pauseDoublesUpToItsLimit() {
    var random = new Random(7);

    assertThat(backoff.after(1, random)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
    assertThat(backoff.after(2, random)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
    assertThat(backoff.after(5, random)).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(16));
    assertThat(backoff.after(4000, random))
        .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(60));
  }

  @Test
  void whatFailedTogetherComesBackApart() {
    var random = new Random(7);

    assertThat(backoff.after(3, random)).isNotEqualTo(backoff.after(3, random));
  }

  @Test
  void sameSeedGivesTheSamePauses() {
    assertThat(backoff.after(3, new Random(7))).isEqualTo(backoff.after(3, new Random(7)));
  }

  @Test
  void backoffThatDoesNotGrowIsRefused() {
    assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .hasMessageContaining("give 0 < first <= longest");
  }
}
