package dev.butlerlabs.butler.api;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How spans of time are written in manifests: hours, minutes, seconds, such as 1h30m. */
public final class TimeSpan {

  /** One or more numbers with a unit. Nine digits are over a hundred thousand years of hours. */
  public static final String PATTERN = "^([0-9]{1,9}(h|m|s))+$";

  private static final Pattern PART = Pattern.compile("([0-9]{1,9})(h|m|s)");

  private TimeSpan() {}

  /** What the text says; the other when there is none, or none that can be read. */
  public static Duration orElse(@Nullable String text, Duration other) {
    if (text == null || !text.matches(PATTERN)) {
      return other;
    }
    return PART.matcher(text)
        .results()
        .map(part -> length(Long.parseLong(part.group(1)), part.group(2)))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static Duration length(long number, String unit) {
    return switch (unit) {
      case "h" -> Duration.ofHours(number);
      case "m" -> Duration.ofMinutes(number);
      default -> Duration.ofSeconds(number);
    };
  }
}
