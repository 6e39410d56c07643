package dev.butlerlabs.butler.steward.backup.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.steward.backup.plan.Schedule.Kept;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {

  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
  private static final Schedule DAILY = new Schedule(Duration.ofDays(1), 3);

  @Test
  void firstBackupIsDueAtOnce() {
    assertThat(DAILY.plan(List.of(), NOON).due()).isTrue();
  }

  @Test
  void nextIsDueWhenItsTimeHasComeAndNotBefore() {
    var there = List.of(whole(NOON));

    var early = DAILY.plan(there, NOON.plus(Duration.ofHours(23)));
    assertThat(early.due()).isFalse();
    assertThat(early.next()).isEqualTo(NOON.plus(Duration.ofDays(1)));
    assertThat(DAILY.plan(there, NOON.plus(Duration.ofDays(1))).due()).isTrue();
  }

  @Test
  void missedTimesAreMadeUpForOnce() {
    var late = NOON.plus(Duration.ofDays(9));

    var plan = DAILY.plan(List.of(whole(NOON)), late);

    assertThat(plan.due()).isTrue();
    assertThat(plan.next()).isEqualTo(late.plus(Duration.ofDays(1)));
  }

  @Test
  void oldestGoFirstAndTheNewestWholeOnesStay() {
    var there = new ArrayList<Kept>();
    for (var day = 0; day < 6; day++) {
      there.add(whole(NOON.plus(Duration.ofDays(day))));
    }

    var plan = DAILY.plan(there, NOON.plus(Duration.ofDays(5)));

    assertThat(plan.remove())
        .containsExactly(there.get(0).name(), there.get(1).name(), there.get(2).name());
  }

  @Test
  void backupThatWasCutOffCountsForNothingAndGoesWhenNobodyCanBeWritingIt() {
    var cutOff = new Kept("cut-off", NOON, false);
    var there = List.of(cutOff, whole(NOON.minus(Duration.ofDays(2))));

    assertThat(DAILY.plan(there, NOON.plus(Duration.ofHours(1))).remove()).isEmpty();
    assertThat(DAILY.plan(there, NOON.plus(Duration.ofHours(1))).due()).isTrue();
    assertThat(DAILY.plan(there, NOON.plus(Duration.ofHours(7))).remove())
        .containsExactly("cut-off");
  }

  @Test
  void lastWholeBackupIsNeverRemovedHoweverOld() {
    var plan =
        new Schedule(Duration.ofHours(1), 1)
            .plan(List.of(whole(NOON)), NOON.plus(Duration.ofDays(400)));

    assertThat(plan.remove()).isEmpty();
  }

  private static Kept whole(Instant begun) {
    return new Kept(begun.toString(), begun, true);
  }
}
