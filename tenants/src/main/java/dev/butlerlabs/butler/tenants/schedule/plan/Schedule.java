package dev.butlerlabs.butler.tenants.schedule.plan;

import dev.butlerlabs.butler.api.clusters.ClusterSleep;
import dev.butlerlabs.butler.kernel.Problem;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;

/** When a cluster falls asleep and wakes by itself. */
public record Schedule(Cron sleep, Cron wake, ZoneId zone) {

  private static final String FIELD = "spec.sleep.schedule.";

  /** What was read. */
  public sealed interface Read {

    record Good(Schedule schedule) implements Read {}

    record Bad(Problem problem) implements Read {}
  }

  public static Read of(ClusterSleep.Schedule written) {
    var zone = zone(Objects.requireNonNullElse(written.timeZone(), "UTC"));
    if (zone.isEmpty()) {
      return new Read.Bad(
          new Problem(
              FIELD + "timeZone",
              "there is no time zone '%s'".formatted(written.timeZone()),
              "write a name such as Europe/Berlin, or leave it out for UTC"));
    }
    return switch (Cron.read(written.sleep())) {
      case Cron.Read.Bad(var why) -> unreadable("sleep", written.sleep(), why);
      case Cron.Read.Good(var sleep) ->
          switch (Cron.read(written.wake())) {
            case Cron.Read.Bad(var why) -> unreadable("wake", written.wake(), why);
            case Cron.Read.Good(var wake) ->
                coming(new Schedule(sleep, wake, zone.orElseThrow()), written.wake());
          };
    };
  }

  private static Optional<ZoneId> zone(String name) {
    try {
      return Optional.of(ZoneId.of(name));
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static Read unreadable(String field, String text, String why) {
    return new Read.Bad(
        new Problem(
            FIELD + field,
            "'%s' cannot be read: %s".formatted(text, why),
            "write minute, hour, day of month, month, day of week, for example 0 19 * * MON-FRI"));
  }

  /** A cluster that never wakes again is no wish but a mistake. */
  private static Read coming(Schedule schedule, String wake) {
    return schedule.wake().next(Instant.EPOCH, schedule.zone()).isPresent()
        ? new Read.Good(schedule)
        : new Read.Bad(
            new Problem(
                FIELD + "wake",
                "'%s' never comes, so the cluster would never wake".formatted(wake),
                "write a day that exists"));
  }
}
