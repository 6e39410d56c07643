package dev.butlerlabs.butler.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeSpanTest {

  private static final Duration OTHER = Duration.ofSeconds(7);

  @ParameterizedTest
  @CsvSource({"10m,PT10M", "720h,PT720H", "1h30m,PT1H30M", "0s,PT0S", "90s,PT1M30S"})
  void hoursMinutesAndSecondsAddUp(String text, Duration span) {
    assertThat(TimeSpan.orElse(text, OTHER)).isEqualTo(span);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "m", "-1h", "1d", "1h ", "1.5h"})
  void unreadableTextIsAsGoodAsNone(String text) {
    assertThat(TimeSpan.orElse(text, OTHER)).isEqualTo(OTHER);
  }

  @Test
  void noTextMeansTheOther() {
    assertThat(TimeSpan.orElse(null, OTHER)).isEqualTo(OTHER);
  }
}
