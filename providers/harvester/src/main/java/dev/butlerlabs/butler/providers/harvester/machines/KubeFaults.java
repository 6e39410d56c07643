package dev.butlerlabs.butler.providers.harvester.machines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** What a Kubernetes API server means by a refusal. */
final class KubeFaults {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration USUAL_PAUSE = Duration.ofSeconds(10);
  private static final long LONGEST_PAUSE = 600;
  private static final int LONGEST_QUOTE = 500;

  private KubeFaults() {}

  /**
   * Sorts a refusal.
   *
   * @param body without secrets
   * @param retryAfter the header of that name, or empty
   */
  static Fault of(String what, int code, String body, String retryAfter) {
    var status = status(body);
    var message = status.path("message").asText(body);
    var detail = code + " " + quote(message);
    var pause = pause(retryAfter);
    return switch (code) {
      case 401 -> new Fault.Unauthorized(what, detail);
      case 403 -> forbidden(what, message, detail);
      case 404, 410 -> new Fault.NotFound(what, "it", detail);
      case 400, 405, 406, 413, 415, 422 ->
          speaksOfQuota(message)
              ? new Fault.Quota(what, detail)
              : new Fault.Invalid(what, fields(status), detail);
      case 409, 412 -> new Fault.Busy(what, detail);
      case 429 -> new Fault.Throttled(what, detail, pause.orElse(USUAL_PAUSE));
      case 503 ->
          pause
              .<Fault>map(told -> new Fault.Throttled(what, detail, told))
              .orElseGet(() -> new Fault.Unavailable(what, detail));
      default -> new Fault.Unavailable(what, detail);
    };
  }

  /** Quotas refuse by the same status as permissions do, also while one is still being counted. */
  private static Fault forbidden(String what, String message, String detail) {
    if (message.contains("status unknown for quota")) {
      return new Fault.Busy(what, detail);
    }
    return speaksOfQuota(message)
        ? new Fault.Quota(what, detail)
        : new Fault.Forbidden(what, detail);
  }

  /** In the words of Kubernetes' own quota and of Harvester's. */
  private static boolean speaksOfQuota(String message) {
    var words = message.toLowerCase(Locale.ROOT);
    return words.contains("exceeded quota")
        || words.contains("resource quota")
        || words.contains("insufficient resource");
  }

  private static String fields(JsonNode status) {
    var fields = new TreeSet<String>();
    status.at("/details/causes").forEach(cause -> fields.add(cause.path("field").asText()));
    fields.remove("");
    return fields.isEmpty() ? "the order" : String.join(", ", fields);
  }

  private static JsonNode status(String body) {
    try {
      var tree = JSON.readTree(body);
      return tree == null ? JSON.missingNode() : tree;
    } catch (JsonProcessingException notJson) {
      // From a proxy in front.
      return JSON.missingNode();
    }
  }

  private static Optional<Duration> pause(String retryAfter) {
    return retryAfter.strip().matches("\\d{1,9}")
        ? Optional.of(
            Duration.ofSeconds(Math.min(Long.parseLong(retryAfter.strip()), LONGEST_PAUSE)))
        : Optional.empty();
  }

  static String quote(String text) {
    var line = text.replaceAll("\\s+", " ").strip();
    return line.length() > LONGEST_QUOTE ? line.substring(0, LONGEST_QUOTE) + "…" : line;
  }
}
