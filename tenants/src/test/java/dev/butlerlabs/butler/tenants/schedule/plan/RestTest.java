package dev.butlerlabs.butler.tenants.schedule.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.ClusterSleep;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestTest {

  private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource({
    // Monday to Friday, 07:00 to 19:00 in Berlin.
    "2026-11-02T05:59:59Z, true, 2026-11-02T06:00:00Z",
    "2026-11-02T06:00:00Z, false, 2026-11-02T18:00:00Z",
    "2026-11-02T18:00:00Z, true, 2026-11-03T06:00:00Z",
    "2026-11-07T12:00:00Z, true, 2026-11-09T06:00:00Z",
    "2026-07-06T05:00:00Z, false, 2026-07-06T17:00:00Z",
  })
  void scheduleSaysWhetherItSleepsAndUntilWhen(String now, boolean asleep, String until) {
    var rest = Rest.of(new ClusterSleep(null, workdays()), LONG_AGO, Instant.parse(now));

    assertThat(rest.asleep()).isEqualTo(asleep);
    assertThat(rest.until()).hasValue(Instant.parse(until));
  }

  /** Whoever orders a cluster in the evening wants to use it. */
  @Test
  void bedtimeBeforeTheOrderDoesNotCount() {
    var evening = Instant.parse("2026-11-02T20:00:00Z");
    var sleep = new ClusterSleep(null, workdays());

    assertThat(Rest.of(sleep, evening, evening.plusSeconds(60)).asleep()).isFalse();
    assertThat(Rest.of(sleep, evening, Instant.parse("2026-11-03T18:00:00Z")).asleep()).isTrue();
  }

  @Test
  void whatSomebodyWroteByHandWinsOverTheSchedule() {
    var night = Instant.parse("2026-11-02T23:00:00Z");
    var noon = Instant.parse("2026-11-02T11:00:00Z");

    assertThat(Rest.of(new ClusterSleep(false, workdays()), LONG_AGO, night).asleep()).isFalse();
    assertThat(Rest.of(new ClusterSleep(true, workdays()), LONG_AGO, noon).asleep()).isTrue();
  }

  @Test
  void clusterWithoutAnySuchWishIsAwake() {
    assertThat(Rest.of(null, LONG_AGO, LONG_AGO).asleep()).isFalse();
    assertThat(Rest.of(new ClusterSleep(null, null), LONG_AGO, LONG_AGO).until()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0 19 * * *, 0 7 * * *, Europe/Berln, spec.sleep.schedule.timeZone",
    "0 25 * * *, 0 7 * * *, UTC, spec.sleep.schedule.sleep",
    "0 19 * * *, 0 7 * * FUN, UTC, spec.sleep.schedule.wake",
    "0 19 * * *, 0 7 31 2 *, UTC, spec.sleep.schedule.wake",
  })
  void brokenScheduleKeepsTheClusterAwakeAndSaysWhy(
      String sleep, String wake, String zone, String field) {
    var night = Instant.parse("2026-11-02T23:00:00Z");

    var rest = Rest.of(new ClusterSleep(null, schedule(sleep, wake, zone)), LONG_AGO, night);

    assertThat(rest.asleep()).isFalse();
    assertThat(rest.problem())
        .hasValueSatisfying(told -> assertThat(told.subject()).isEqualTo(field));
  }

  private static ClusterSleep.Schedule workdays() {
    return schedule("0 19 * * MON-FRI", "0 7 * * MON-FRI", "Europe/Berlin");
  }

  private static ClusterSleep.Schedule schedule(String sleep, String wake, @Nullable String zone) {
    return new ClusterSleep.Schedule(sleep, wake, zone);
  }
}
