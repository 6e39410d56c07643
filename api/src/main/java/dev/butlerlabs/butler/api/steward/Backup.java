package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How often a tenant's state is saved and how many backups are kept. */
public record Backup(
    @Default("24h")
        @Pattern(TimeSpan.PATTERN)
        @Doc(
            "Time from one backup to the next, for example 6h or 1h30m; 24h when left out, at"
                + " least a minute.")
        @Nullable String every,
    @Default("7")
        @Range(min = 1)
        @Doc("How many whole backups are kept; the oldest go first. 7 when left out.")
        @Nullable Integer keep)
    implements Wire {

  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration SHORTEST = Duration.ofMinutes(1);

  /** The time between backups. */
  public Duration interval() {
    var asked = TimeSpan.orElse(every, DAY);
    return asked.compareTo(SHORTEST) < 0 ? SHORTEST : asked;
  }

  /** How many are kept. */
  public int kept() {
    return Math.max(1, Objects.requireNonNullElse(keep, 7));
  }
}
