package dev.butlerlabs.butler.providers.nutanix.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What Prism means: it has a word for each reason, and often puts the cause into the message. */
final class PrismFaults {

  private PrismFaults() {}

  /** Prism wrote this, and not something in front of it. */
  static boolean isPrism(JsonNode body) {
    return body.path("message_list").isArray() || body.path("data").has("error");
  }

  /**
   * From the body of a refusal.
   *
   * @param usual what the status alone means
   */
  static Trouble refused(String what, int status, JsonNode body, Fault usual) {
    if (body.path("data").has("error")) {
      return new Trouble(refusedByV4(what, status, body.path("data").path("error"), usual));
    }
    var first = body.path("message_list").path(0);
    var reason = first.path("reason").asText("");
    var fields = new ArrayList<String>();
    var detail = new StringBuilder(first.path("message").asText("").strip());
    for (var entry : first.path("details").properties()) {
      fields.add(entry.getKey());
      detail.append(' ').append(entry.getKey()).append(": ").append(text(entry.getValue()));
    }
    if (reason.isEmpty() || detail.isEmpty()) {
      return new Trouble(usual, reason);
    }
    return new Trouble(of(what, status, reason, detail.toString(), fields, usual), reason);
  }

  /** v4 lists messages, or the fields that are wrong; its codes are numbers nobody publishes. */
  private static Fault refusedByV4(String what, int status, JsonNode error, Fault usual) {
    var fields = new ArrayList<String>();
    var detail = new StringBuilder(error.path("error").asText("")).append(' ');
    error.forEach(message -> detail.append(message.path("message").asText("")).append(' '));
    for (var wrong : error.path("validationErrorMessages")) {
      fields.add(wrong.path("attributePath").asText(""));
      detail.append(fields.getLast()).append(": ").append(wrong.path("message").asText(""));
      detail.append(' ');
    }
    var words = detail.toString().strip();
    if (told(what, "", words) instanceof Fault.Quota quota) {
      return quota;
    }
    return switch (status) {
      case 400, 422 ->
          new Fault.Invalid(
              what, fields.isEmpty() ? "the order" : String.join(", ", fields), words);
      case 401 -> new Fault.Unauthorized(what, words);
      case 403 -> new Fault.Forbidden(what, words);
      case 404 -> new Fault.NotFound(what, "it", words);
      case 409, 412 -> new Fault.Busy(what, words);
      default -> usual;
    };
  }

  private static String text(JsonNode problems) {
    var texts = new ArrayList<String>();
    problems.forEach(problem -> texts.add(problem.asText()));
    return texts.isEmpty() ? problems.asText() : String.join("; ", texts);
  }

  private static Fault of(
      String what, int status, String reason, String detail, List<String> fields, Fault usual) {
    return switch (status) {
      case 400, 404, 422, 500 -> {
        var told = told(what, reason, detail);
        yield told instanceof Fault.Invalid && !fields.isEmpty()
            ? new Fault.Invalid(what, String.join(", ", fields), detail)
            : told;
      }
      case 401 -> new Fault.Unauthorized(what, detail);
      case 403 -> new Fault.Forbidden(what, detail);
      case 409, 412 -> new Fault.Busy(what, detail);
      default -> usual;
    };
  }

  /** From the reason and the words of a refusal or of a failed task. */
  static Fault told(String what, String reason, String message) {
    var words = message.toLowerCase(Locale.ROOT);
    if (reason.equals("RESOURCE_SHORTAGE")
        || says(words, "insufficient", "not enough", "no space", "cannot reserve", "quota")) {
      return new Fault.Quota(what, message);
    }
    return switch (reason) {
      case "ENTITY_NOT_FOUND" -> new Fault.NotFound(what, "it", message);
      case "ACCESS_DENIED", "ACCESS_FORBIDDEN" -> new Fault.Forbidden(what, message);
      case "INVALID_REQUEST",
          "INVALID_ARGUMENT",
          "INVALID_UUID",
          "VALIDATION_ERROR",
          "MISSING_ATTRIBUTE",
          "REFERENCE_ERROR",
          "DESERIALIZATION_FAILED",
          "CATEGORY_NAME_VALUE_MISMATCH" ->
          new Fault.Invalid(what, "the order", message);
      case "CONCURRENT_REQUESTS_NOT_ALLOWED", "ENTITY_ALREADY_EXISTS" ->
          new Fault.Busy(what, message);
      case "SERVICE_UNAVAILABLE", "INTERNAL_ERROR" -> new Fault.Unavailable(what, message);
      default -> new Fault.Failed(what, message);
    };
  }

  private static boolean says(String words, String... any) {
    return Stream.of(any).anyMatch(words::contains);
  }
}
