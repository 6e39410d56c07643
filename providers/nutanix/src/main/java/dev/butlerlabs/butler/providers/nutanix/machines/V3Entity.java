package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;

/** Anything v3 shows as an intent and what became of it. It prints only its kind and UUID. */
sealed class V3Entity permits V3Vm {

  private final JsonNode body;

  V3Entity(JsonNode body) {
    this.body = body;
  }

  final JsonNode body() {
    return body;
  }

  final String uuid() {
    return body.path("metadata").path("uuid").asText();
  }

  final String name() {
    return body.path("status").path("name").asText(body.path("spec").path("name").asText());
  }

  final boolean marked(String uid) {
    return Marks.proves(body.path("spec").path("description").asText(""), uid)
        || Marks.proves(body.path("status").path("description").asText(""), uid);
  }

  /** PENDING, COMPLETE, ERROR, DELETE_PENDING and others. */
  final String state() {
    return body.path("status").path("state").asText();
  }

  final boolean underway() {
    return state().endsWith("PENDING") || state().equals("RUNNING");
  }

  final boolean failed() {
    return state().equals("ERROR");
  }

  /**
   * Prism took the order and could not do it. Only what nobody has changed since: a thing that was
   * made well and then changed in vain is in error, too, and must stay.
   */
  boolean neverMade() {
    return failed() && body.path("metadata").path("spec_version").asInt(0) == 0;
  }

  /** Prism's word for what went wrong. */
  final String reason() {
    return body.path("status").path("message_list").path(0).path("reason").asText("");
  }

  /** What went wrong; it may quote secrets. */
  final String message() {
    var texts = new ArrayList<String>();
    body.path("status")
        .path("message_list")
        .forEach(message -> texts.add(message.path("message").asText().strip()));
    return texts.isEmpty() ? "Prism Central gives no reason" : String.join(" ", texts);
  }

  final Instant changed() {
    try {
      return OffsetDateTime.parse(body.path("metadata").path("last_update_time").asText())
          .toInstant();
    } catch (DateTimeParseException unreadable) {
      return Instant.EPOCH;
    }
  }

  @Override
  public final String toString() {
    return body.path("metadata").path("kind").asText("entity") + " " + uuid();
  }
}
