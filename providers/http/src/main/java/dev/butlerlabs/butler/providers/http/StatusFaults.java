package dev.butlerlabs.butler.providers.http;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** What a status means where a platform follows the usual rules. */
final class StatusFaults {

  /** How long we wait when we are told to slow down and not for how long. */
  static final Duration USUAL_PAUSE = Duration.ofSeconds(10);

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
  private static final int LONGEST_QUOTE = 500;

  private StatusFaults() {}

  /** The body is redacted already. */
  static Fault of(String what, int status, String body, Optional<Duration> pause) {
    var detail = status + " " + quote(body);
    return switch (status) {
      case 401 -> new Fault.Unauthorized(what, detail);
      case 403 -> new Fault.Forbidden(what, detail);
      case 404, 410 -> new Fault.NotFound(what, "it", detail);
      case 400, 405, 406, 411, 413, 415, 422 -> new Fault.Invalid(what, "the order", detail);
      case 409, 412, 423 -> new Fault.Busy(what, detail);
      case 429 -> new Fault.Throttled(what, detail, pause.orElse(USUAL_PAUSE));
      case 503 ->
          pause
              .<Fault>map(told -> new Fault.Throttled(what, detail, told))
              .orElseGet(() -> new Fault.Unavailable(what, detail));
      case 507 -> new Fault.Quota(what, detail);
      default -> new Fault.Unavailable(what, detail);
    };
  }

  /**
   * A number of seconds or a date; nothing else is believed, and nothing for longer than minutes.
   */
  static Optional<Duration> retryAfter(Optional<String> header, Instant now) {
    return header
        .map(String::strip)
        .flatMap(text -> text.matches("\\d{1,9}") ? seconds(text) : date(text, now))
        .map(pause -> pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause)
        .map(pause -> pause.isNegative() ? Duration.ZERO : pause);
  }

  private static Optional<Duration> seconds(String text) {
    return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
  }

  private static Optional<Duration> date(String text, Instant now) {
    try {
      var then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(Duration.between(now, then));
    } catch (DateTimeException unreadable) {
      return Optional.empty();
    }
  }

  /** One line, not too long. */
  static String quote(String body) {
    var line = body.replaceAll("\\s+", " ").strip();
    return line.length() > LONGEST_QUOTE ? line.substring(0, LONGEST_QUOTE) + "…" : line;
  }
}
