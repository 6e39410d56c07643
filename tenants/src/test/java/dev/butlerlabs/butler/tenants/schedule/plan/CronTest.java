package dev.butlerlabs.butler.tenants.schedule.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In Berlin clocks go from 02:00 to 03:00 on 29 March 2026 and from 03:00 to 02:00 on 25 October
 * 2026; on Lord Howe Island by half an hour, from 02:00 to 02:30 on 4 October 2026.
 */
class CronTest {

  @ParameterizedTest
  @CsvSource({
    "0 19 * * MON-FRI, UTC, 2026-11-02T10:00Z, 2026-11-02T19:00Z",
    "0 19 * * MON-FRI, UTC, 2026-11-06T19:00Z, 2026-11-09T19:00Z",
    "0 19 * * 1-5, Europe/Berlin, 2026-11-02T10:00Z, 2026-11-02T18:00Z",
    "0 19 * * *, Europe/Berlin, 2026-07-01T10:00Z, 2026-07-01T17:00Z",
    "30 2 * * *, America/New_York, 2026-11-02T10:00Z, 2026-11-03T07:30Z",
    "*/15 * * * *, Asia/Kathmandu, 2026-11-02T10:01Z, 2026-11-02T10:15Z",
    "0 0 29 2 *, UTC, 2026-11-02T10:00Z, 2028-02-29T00:00Z",
    "0 12 13 * FRI, UTC, 2026-11-02T10:00Z, 2026-11-06T12:00Z",
    "0 0 * * 7, UTC, 2026-11-02T10:00Z, 2026-11-08T00:00Z",
    "'0 0 * JAN,jul *', UTC, 2026-11-02T10:00Z, 2027-01-01T00:00Z",
  })
  void nextMomentIsReckonedInItsZone(String cron, String zone, String after, String next) {
    assertThat(cron(cron).next(at(after), ZoneId.of(zone))).hasValue(at(next));
  }

  @ParameterizedTest
  @CsvSource({
    // It would be 02:30, which does not exist: an hour later.
    "30 2 * * *, 2026-03-28T12:00Z, 2026-03-29T01:30Z",
    // Asked between the change and that moment, it is still to come.
    "30 2 * * *, 2026-03-29T01:10Z, 2026-03-29T01:30Z",
    // It has come, and does not come again that day.
    "30 2 * * *, 2026-03-29T01:30Z, 2026-03-30T00:30Z",
    "0 3 * * *, 2026-03-29T00:30Z, 2026-03-29T01:00Z",
    "0 * * * *, 2026-03-29T00:00Z, 2026-03-29T01:00Z",
  })
  void timeThatIsLeftOutComesLater(String cron, String after, String next) {
    assertThat(cron(cron).next(at(after), ZoneId.of("Europe/Berlin"))).hasValue(at(next));
  }

  @ParameterizedTest
  @CsvSource({
    // 02:30 comes first in summer time.
    "30 2 * * *, 2026-10-24T12:00Z, 2026-10-25T00:30Z",
    // And not a second time an hour later.
    "30 2 * * *, 2026-10-25T00:30Z, 2026-10-26T01:30Z",
    "30 2 * * *, 2026-10-25T01:10Z, 2026-10-26T01:30Z",
    "0 3 * * *, 2026-10-25T00:30Z, 2026-10-25T02:00Z",
  })
  void timeThatComesTwiceCountsOnce(String cron, String after, String next) {
    assertThat(cron(cron).next(at(after), ZoneId.of("Europe/Berlin"))).hasValue(at(next));
  }

  /** 02:20 is left out and comes at 02:50, so 02:35 of the clock is the earlier one. */
  @Test
  void shiftedTimeDoesNotOvertakeAnother() {
    var cron = cron("20,35 2 * * *");
    var island = ZoneId.of("Australia/Lord_Howe");
    var change = at("2026-10-03T15:30Z");

    assertThat(cron.next(change, island)).hasValue(at("2026-10-03T15:35Z"));
    assertThat(cron.next(at("2026-10-03T15:35Z"), island)).hasValue(at("2026-10-03T15:50Z"));
    assertThat(cron.last(at("2026-10-03T15:52Z"), island)).hasValue(at("2026-10-03T15:50Z"));
    assertThat(cron.last(at("2026-10-03T15:40Z"), island)).hasValue(at("2026-10-03T15:35Z"));
    assertThat(cron.last(at("2026-10-03T20:00Z"), island)).hasValue(at("2026-10-03T15:50Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "0 19 * * *, 2026-11-02T18:00Z, 2026-11-02T18:00Z",
    "0 19 * * *, 2026-11-02T17:59:59Z, 2026-11-01T18:00Z",
    // The shifted moment counts from when it came, not before.
    "30 2 * * *, 2026-03-29T01:29Z, 2026-03-28T01:30Z",
    "30 2 * * *, 2026-03-29T01:30Z, 2026-03-29T01:30Z",
    // In the second 02:10 of that night the first 02:30 has been.
    "30 2 * * *, 2026-10-25T01:10Z, 2026-10-25T00:30Z",
  })
  void lastMomentIsTheOneThatReallyCame(String cron, String until, String last) {
    assertThat(cron(cron).last(at(until), ZoneId.of("Europe/Berlin"))).hasValue(at(last));
  }

  @Test
  void dayThatDoesNotExistNeverComes() {
    assertThat(cron("0 0 30 2 *").next(at("2026-11-02T10:00Z"), ZoneId.of("UTC"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0 19 * *", "0 19 * * * *", "60 19 * * *", "0 24 * * *", "0 19 * * XYZ"})
  void whatCannotBeReadIsSaid(String text) {
    assertThat(Cron.read(text)).isInstanceOf(Cron.Read.Bad.class);
  }

  static Cron cron(String text) {
    return switch (Cron.read(text)) {
      case Cron.Read.Good(var cron) -> cron;
      case Cron.Read.Bad(var why) -> throw new IllegalArgumentException(text + ": " + why);
    };
  }

  private static Instant at(String text) {
    return OffsetDateTime.parse(text).toInstant();
  }
}
