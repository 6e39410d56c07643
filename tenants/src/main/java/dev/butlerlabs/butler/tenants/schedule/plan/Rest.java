package dev.butlerlabs.butler.tenants.schedule.plan;

import dev.butlerlabs.butler.api.clusters.ClusterSleep;
import dev.butlerlabs.butler.kernel.Problem;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a cluster sleeps now.
 *
 * @param why for people
 * @param until when that changes by itself; none when it does not
 * @param problem what is wrong with the schedule, which then counts as none
 */
public record Rest(boolean asleep, String why, Optional<Instant> until, Optional<Problem> problem) {

  /**
   * What holds at a moment.
   *
   * @param born when the cluster was ordered: a bedtime before that was not meant for it
   */
  public static Rest of(@Nullable ClusterSleep sleep, Instant born, Instant now) {
    if (sleep == null) {
      return awake();
    }
    if (sleep.asleep() != null) {
      return settled(sleep.asleep(), "spec.sleep.asleep is " + sleep.asleep());
    }
    if (sleep.schedule() == null) {
      return settled(false, "it has no schedule");
    }
    return switch (Schedule.of(sleep.schedule())) {
      case Schedule.Read.Bad(var problem) ->
          new Rest(
              false,
              "its schedule cannot be read, so it stays awake",
              Optional.empty(),
              Optional.of(problem));
      case Schedule.Read.Good(var schedule) -> scheduled(schedule, born, now);
    };
  }

  /** Nothing puts it to sleep. */
  public static Rest awake() {
    return settled(false, "nothing puts it to sleep");
  }

  private static Rest settled(boolean asleep, String why) {
    return new Rest(asleep, why, Optional.empty(), Optional.empty());
  }

  /** What came last holds; at the same moment waking wins. */
  private static Rest scheduled(Schedule schedule, Instant born, Instant now) {
    var zone = schedule.zone();
    var slept = schedule.sleep().last(now, zone).filter(moment -> !moment.isBefore(born));
    var woke = schedule.wake().last(now, zone);
    var asleep =
        slept.isPresent() && woke.filter(moment -> !moment.isBefore(slept.get())).isEmpty();
    var next = asleep ? schedule.wake() : schedule.sleep();
    return new Rest(
        asleep,
        asleep
            ? "it fell asleep by its schedule (%s, %s)".formatted(schedule.sleep(), zone)
            : "its schedule has it awake (%s, %s)".formatted(schedule.wake(), zone),
        next.next(now, zone),
        Optional.empty());
  }
}
