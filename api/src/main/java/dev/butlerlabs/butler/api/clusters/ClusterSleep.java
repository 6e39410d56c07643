package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import org.jspecify.annotations.Nullable;

/** Whether and when a cluster sleeps: no pods, no machines, its data kept. */
public record ClusterSleep(
    @Doc(
            "true: the cluster sleeps, whatever the schedule says. false: it stays awake, whatever"
                + " the schedule says. Left out: the schedule decides.")
        @Nullable Boolean asleep,
    @Doc("When the cluster falls asleep and wakes by itself. Left out: never.")
        @Nullable Schedule schedule)
    implements Wire {

  /** Two moments that come again and again. */
  @Rule(
      value = "self.sleep.matches(r'^\\S+( +\\S+){4}$')",
      message =
          "sleep must have the five fields of cron (minute, hour, day of month, month, day of"
              + " week), for example 0 19 * * MON-FRI",
      fieldPath = ".sleep")
  @Rule(
      value = "self.wake.matches(r'^\\S+( +\\S+){4}$')",
      message =
          "wake must have the five fields of cron (minute, hour, day of month, month, day of"
              + " week), for example 0 7 * * MON-FRI",
      fieldPath = ".wake")
  @Rule(value = "self.sleep != self.wake", message = "sleep and wake must not be the same moment")
  public record Schedule(
      @Required
          @Length(max = 100)
          @Doc(
              "When the cluster falls asleep, as the five fields of cron: minute, hour, day of"
                  + " month, month, day of week. For example 0 19 * * MON-FRI.")
          String sleep,
      @Required
          @Length(max = 100)
          @Doc("When the cluster wakes, written likewise. For example 0 7 * * MON-FRI.")
          String wake,
      @Length(max = 64) @Doc("Time zone of both, for example Europe/Berlin. UTC when left out.")
          @Nullable String timeZone)
      implements Wire {}
}
