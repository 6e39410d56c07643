package dev.butlerlabs.butler.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionsTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void repeatingAVerdictChangesNothing() {
    var ready = List.of(Verdict.yes("Ready", "Running", "all is well"));
    var first = Conditions.none().with(ready, 3, NOON);

    assertThat(first.with(ready, 3, NOON.plusSeconds(90))).isEqualTo(first);
  }

  @Test
  void newWordsKeepTheTransitionTime() {
    var first = Conditions.none().with(List.of(Verdict.no("Ready", "Waiting", "1 of 3")), 1, NOON);
    var next =
        first.with(List.of(Verdict.no("Ready", "Waiting", "2 of 3")), 1, NOON.plusSeconds(60));

    assertThat(next.find("Ready").orElseThrow().lastTransitionTime()).isEqualTo(NOON);
    assertThat(next.find("Ready").orElseThrow().message()).isEqualTo("2 of 3");
  }

  @Test
  void aTurnedStatusGetsANewTransitionTime() {
    var first = Conditions.none().with(List.of(Verdict.no("Ready", "Waiting", "")), 1, NOON);
    var turned = first.with(List.of(Verdict.yes("Ready", "Ready", "")), 1, NOON.plusSeconds(60));

    assertThat(turned.find("Ready").orElseThrow().lastTransitionTime())
        .isEqualTo(NOON.plusSeconds(60));
  }

  @Test
  void conditionsOfOtherWritersStay() {
    var theirs = Conditions.none().with(List.of(Verdict.yes("NetworkReady", "Ready", "")), 1, NOON);
    var both = theirs.with(List.of(Verdict.unknown("Ready", "NotSeen", "")), 2, NOON);

    assertThat(both.holds("NetworkReady")).isTrue();
    assertThat(both.holds("Ready")).isFalse();
  }
}
