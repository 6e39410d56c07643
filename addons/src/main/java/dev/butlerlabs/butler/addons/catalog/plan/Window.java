package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.addons.UpgradePolicy;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Some hours that come again every week. Where clocks are set forward over its start, it opens as
 * much later.
 */
record Window(Set<DayOfWeek> days, LocalTime start, Duration length, ZoneId zone) {

  private static final Duration LONGEST = Duration.ofDays(1);

  Window {
    days = Set.copyOf(days);
  }

  /** As it is written; nothing when the time zone or the start cannot be read. */
  static Optional<Window> of(UpgradePolicy.Window written) {
    var days = EnumSet.noneOf(DayOfWeek.class);
    written.days().forEach(day -> days.add(day.day()));
    var length = TimeSpan.orElse(written.duration(), Duration.ZERO);
    try {
      return Optional.of(
          new Window(
              days.isEmpty() ? EnumSet.allOf(DayOfWeek.class) : days,
              LocalTime.parse(written.start()),
              length.compareTo(LONGEST) > 0 ? LONGEST : length,
              ZoneId.of(Objects.requireNonNullElse(written.timeZone(), "UTC"))));
    } catch (DateTimeException unreadable) {
      return Optional.empty();
    }
  }

  boolean open(Instant now) {
    var today = LocalDate.ofInstant(now, zone);
    return LongStream.of(0, 1)
        .mapToObj(today::minusDays)
        .filter(day -> days.contains(day.getDayOfWeek()))
        .map(this::opening)
        .anyMatch(from -> !now.isBefore(from) && now.isBefore(from.plus(length)));
  }

  /** When it opens next, after now. */
  Optional<Instant> next(Instant now) {
    var today = LocalDate.ofInstant(now, zone);
    return LongStream.rangeClosed(0, 7)
        .mapToObj(today::plusDays)
        .filter(day -> days.contains(day.getDayOfWeek()))
        .map(this::opening)
        .filter(from -> from.isAfter(now))
        .findFirst();
  }

  private Instant opening(LocalDate day) {
    return day.atTime(start).atZone(zone).toInstant();
  }
}
