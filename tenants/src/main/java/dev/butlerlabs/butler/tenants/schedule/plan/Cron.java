package dev.butlerlabs.butler.tenants.schedule.plan;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.Optional;

/**
 * Moments that come again and again, as the five fields of cron.
 *
 * <p>The library is asked for wall-clock times only; what they mean where clocks are changed is
 * decided here. A time that is left out comes as much later as the clock was set forward; a time
 * that comes twice counts the first time.
 */
public final class Cron {

  private final String text;
  private final ExecutionTime times;

  private Cron(String text, ExecutionTime times) {
    this.text = text;
    this.times = times;
  }

  /** What was read. */
  public sealed interface Read {

    record Good(Cron cron) implements Read {}

    record Bad(String why) implements Read {}
  }

  public static Read read(String text) {
    var definition = CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX);
    try {
      var cron = new CronParser(definition).parse(text.strip());
      return new Read.Good(new Cron(text.strip(), ExecutionTime.forCron(cron)));
    } catch (IllegalArgumentException wrong) {
      return new Read.Bad(String.valueOf(wrong.getMessage()));
    }
  }

  /** The first moment after the given one; none when it never comes. */
  public Optional<Instant> next(Instant after, ZoneId zone) {
    var gap = change(after, zone).filter(ZoneOffsetTransition::isGap);
    var from =
        gap.map(change -> change.getDateTimeBefore().minusSeconds(1))
            .orElseGet(() -> LocalDateTime.ofInstant(after, zone));
    var best = Optional.<Instant>empty();
    for (var at = following(from); at.isPresent(); at = following(at.get())) {
      var moment = at.get().atZone(zone).toInstant();
      if (moment.isAfter(after)) {
        best = best.filter(found -> found.isBefore(moment)).or(() -> Optional.of(moment));
      }
      // Times that are left out come later than some that follow them on the clock, of which the
      // first may be past already.
      if (moment.isAfter(after) && !leftOut(at.get(), zone)) {
        return best;
      }
    }
    return best;
  }

  /** The last moment that was not after the given one; none when it never came. */
  public Optional<Instant> last(Instant until, ZoneId zone) {
    var from =
        change(until, zone)
            .filter(ZoneOffsetTransition::isOverlap)
            .map(ZoneOffsetTransition::getDateTimeBefore)
            .orElseGet(() -> LocalDateTime.ofInstant(until, zone));
    var gap = latest(until, zone).filter(ZoneOffsetTransition::isGap);
    var best = Optional.<Instant>empty();
    for (var at = preceding(from, true); at.isPresent(); at = preceding(at.get(), false)) {
      var moment = at.get().atZone(zone).toInstant();
      if (!moment.isAfter(until)) {
        best = best.filter(found -> found.isAfter(moment)).or(() -> Optional.of(moment));
      }
      if (best.isPresent() && !mayBeLater(at.get(), best.get(), gap)) {
        return best;
      }
    }
    return best;
  }

  /** Whether a time before this one on the clock was left out and came after the best so far. */
  private static boolean mayBeLater(
      LocalDateTime time, Instant best, Optional<ZoneOffsetTransition> gap) {
    return gap.filter(change -> best.isBefore(change.getInstant().plus(change.getDuration())))
        .filter(change -> !time.isBefore(change.getDateTimeBefore()))
        .isPresent();
  }

  private static Optional<ZoneOffsetTransition> latest(Instant moment, ZoneId zone) {
    return Optional.ofNullable(zone.getRules().previousTransition(moment.plusNanos(1)));
  }

  /** The change of clocks whose missing or doubled times the moment lies in. */
  private static Optional<ZoneOffsetTransition> change(Instant moment, ZoneId zone) {
    return latest(moment, zone)
        .filter(change -> moment.isBefore(change.getInstant().plus(change.getDuration().abs())));
  }

  private static boolean leftOut(LocalDateTime time, ZoneId zone) {
    return zone.getRules().getValidOffsets(time).isEmpty();
  }

  private Optional<LocalDateTime> following(LocalDateTime time) {
    return times.nextExecution(time.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toLocalDateTime);
  }

  private Optional<LocalDateTime> preceding(LocalDateTime time, boolean included) {
    var end = included ? time.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1) : time;
    return times.lastExecution(end.atZone(ZoneOffset.UTC)).map(ZonedDateTime::toLocalDateTime);
  }

  @Override
  public String toString() {
    return text;
  }
}
