package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.time.DayOfWeek;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When what the catalog offers is taken without anybody writing it down. */
@Rule(
    value = "(self.mode == 'Window') == has(self.window)",
    message = "window belongs to the mode Window, which needs it",
    fieldPath = ".window")
public record UpgradePolicy(
    @Required
        @Doc(
            "Manual: never; what is offered is shown in status.pendingUpgrade. Patch: a newer patch"
                + " of the same minor version, and other values of the catalog, at once. Window:"
                + " everything newer, while the window is open. Waves: everything newer, in the order"
                + " of the AddonDefinition's rollout; for TenantAddons only. An older version is"
                + " never taken.")
        Mode mode,
    @Doc("When upgrades may begin. For the mode Window only.") @Nullable Window window)
    implements Wire {

  /** How far an addon follows the catalog. */
  public enum Mode {
    @JsonProperty("Manual")
    MANUAL,
    @JsonProperty("Patch")
    PATCH,
    @JsonProperty("Window")
    WINDOW,
    @JsonProperty("Waves")
    WAVES
  }

  /** Some hours that come again every week. */
  public record Window(
      @Doc("On which days it opens. Left out: on every day.") List<Day> days,
      @Required @Pattern("^([01][0-9]|2[0-3]):[0-5][0-9]$") @Doc("When it opens, such as 02:00.")
          String start,
      @Required
          @Pattern(TimeSpan.PATTERN)
          @Doc("How long it stays open, such as 4h; a day at most counts.")
          String duration,
      @Length(max = 64) @Doc("Time zone, for example Europe/Berlin. UTC when left out.")
          @Nullable String timeZone)
      implements Wire {

    public Window {
      days = Wire.list(days);
    }
  }

  /** A day of the week. */
  public enum Day {
    @JsonProperty("Mon")
    MON(DayOfWeek.MONDAY),
    @JsonProperty("Tue")
    TUE(DayOfWeek.TUESDAY),
    @JsonProperty("Wed")
    WED(DayOfWeek.WEDNESDAY),
    @JsonProperty("Thu")
    THU(DayOfWeek.THURSDAY),
    @JsonProperty("Fri")
    FRI(DayOfWeek.FRIDAY),
    @JsonProperty("Sat")
    SAT(DayOfWeek.SATURDAY),
    @JsonProperty("Sun")
    SUN(DayOfWeek.SUNDAY);

    private final DayOfWeek day;

    Day(DayOfWeek day) {
      this.day = day;
    }

    public DayOfWeek day() {
      return day;
    }
  }
}
