package dev.butlerlabs.butler.tenants.cause.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * A condition as some controller wrote it. Older ones also say how bad it is.
 *
 * @param severity {@code Error}, {@code Warning}, {@code Info} or {@code ""}
 */
record Said(
    String type, String status, String severity, String reason, String message, Instant since) {

  static Said of(JsonNode condition, Instant otherwise) {
    return new Said(
        condition.path("type").asText(),
        condition.path("status").asText(),
        condition.path("severity").asText(""),
        condition.path("reason").asText(""),
        condition.path("message").asText(""),
        Part.time(condition.path("lastTransitionTime")).orElse(otherwise));
  }

  boolean holds() {
    return status.equals("True");
  }

  /** Neither True nor left open by somebody who had nothing to say. */
  boolean complains() {
    return !holds() && !status.isEmpty();
  }
}
