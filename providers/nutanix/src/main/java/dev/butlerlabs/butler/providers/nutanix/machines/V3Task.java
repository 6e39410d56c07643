package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/**
 * One task as v3 shows it.
 *
 * @param ended long ago while it runs, and where Prism does not tell
 * @param detail why it failed; it may quote secrets
 */
record V3Task(boolean running, boolean failed, Instant ended, String detail) {

  /** It ended somehow. */
  static final V3Task UNKNOWN = new V3Task(false, false, Instant.EPOCH, "");

  static V3Task of(JsonNode body) {
    var status = body.path("status").asText();
    var detail = body.path("error_detail").asText("").strip();
    return new V3Task(
        status.equals("RUNNING") || status.equals("QUEUED"),
        status.equals("FAILED") || status.equals("ABORTED"),
        time(body.path("completion_time").asText()),
        detail.isEmpty() ? "Prism Central gives no reason" : detail);
  }

  private static Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException unreadable) {
      return Instant.EPOCH;
    }
  }
}
