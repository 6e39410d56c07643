package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Work that Google does for us. */
record Operation(JsonNode shown) {

  /** A failure is told for so long, then the work is tried again. */
  private static final Duration TOLD = Duration.ofMinutes(1);

  String name() {
    return shown.path("name").asText();
  }

  String type() {
    return shown.path("operationType").asText();
  }

  boolean running() {
    return !shown.path("status").asText().equals("DONE");
  }

  boolean failed() {
    return !running() && shown.path("error").path("errors").size() > 0;
  }

  boolean noRoom() {
    return failed() && GcpFaults.noRoom(shown);
  }

  Fault fault(String what) {
    return GcpFaults.ofOperation(what, shown);
  }

  /** It failed not long ago. */
  boolean fresh(Instant now) {
    try {
      var end = OffsetDateTime.parse(shown.path("endTime").asText()).toInstant();
      return end.plus(TOLD).isAfter(now);
    } catch (DateTimeException unreadable) {
      return false;
    }
  }
}
