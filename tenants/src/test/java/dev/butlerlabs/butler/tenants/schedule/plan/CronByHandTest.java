package dev.butlerlabs.butler.tenants.schedule.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random schedules around every change of clocks, against a walk over the clock minute by minute.
 */
class CronByHandTest {

  private static final List<ZoneId> ZONES =
      List.of(
          ZoneId.of("Europe/Berlin"),
          ZoneId.of("America/New_York"),
          ZoneId.of("Australia/Lord_Howe"),
          ZoneId.of("America/St_Johns"),
          ZoneId.of("UTC"));

  private record Wish(Set<Integer> minutes, Set<Integer> hours) {

    String cron() {
      return "%s %s * * *".formatted(list(minutes), list(hours));
    }

    private static String list(Set<Integer> numbers) {
      return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    boolean matches(LocalDateTime time) {
      return minutes.contains(time.getMinute()) && hours.contains(time.getHour());
    }
  }

  @Test
  void nextAndLastAreWhatAWalkOverTheClockFinds() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var round = 0; round < 1500; round++) {
      var zone = ZONES.get(random.nextInt(ZONES.size()));
      var wish = wish(random);
      var now = moment(zone, random);
      var moments = walk(wish, zone, now);
      var cron = CronTest.cron(wish.cron());

      assertThat(cron.next(now, zone))
          .as("seed %d: %s in %s after %s", seed, wish.cron(), zone, now)
          .hasValue(moments.higher(now));
      assertThat(cron.last(now, zone))
          .as("seed %d: %s in %s until %s", seed, wish.cron(), zone, now)
          .hasValue(moments.floor(now));
    }
  }

  /** Half an hour is left out there: 2:23 comes at 2:53, and 2:38 and 2:42 come before that. */
  @Test
  void ofTheTimesAfterAGapTheFirstMayBePast() {
    var zone = ZoneId.of("Australia/Lord_Howe");
    var now = Instant.parse("2026-10-03T15:41:00Z");

    assertThat(CronTest.cron("23,38,42,57 1,2,6 * * *").next(now, zone))
        .hasValue(Instant.parse("2026-10-03T15:42:00Z"));
  }

  private static Wish wish(Random random) {
    var minutes = new TreeSet<Integer>();
    var hours = new TreeSet<Integer>();
    for (var count = random.nextInt(4); count >= 0; count--) {
      minutes.add(random.nextInt(60));
      hours.add(random.nextInt(random.nextBoolean() ? 5 : 24));
    }
    return new Wish(minutes, hours);
  }

  /** Mostly within a few hours of a change of clocks. */
  private static Instant moment(ZoneId zone, Random random) {
    var somewhere = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(random.nextInt(31_000_000));
    var change = zone.getRules().nextTransition(somewhere);
    var near = change == null ? somewhere : change.getInstant();
    return near.plus(Duration.ofMinutes(random.nextInt(600) - 300));
  }

  /**
   * All moments of two days before and after: every minute the wall shows, at its first showing.
   */
  private static NavigableSet<Instant> walk(Wish wish, ZoneId zone, Instant now) {
    var moments = new TreeSet<Instant>();
    var start = LocalDateTime.ofInstant(now, zone).minusDays(2).withSecond(0).withNano(0);
    for (var time = start; time.isBefore(start.plusDays(4)); time = time.plusMinutes(1)) {
      if (wish.matches(time)) {
        moments.add(time.atZone(zone).toInstant());
      }
    }
    return moments;
  }
}
