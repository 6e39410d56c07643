package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.Duration;

/** What Google means: the reason in the body says more than the status. */
final class GcpFaults {

  /** Google seldom says how long to wait. */
  private static final Duration PAUSE = Duration.ofSeconds(20);

  private GcpFaults() {}

  /**
   * Of a refused call.
   *
   * @param usual what the status alone would mean
   */
  static Fault of(String what, JsonNode error, Fault usual) {
    var reason = error.path("errors").path(0).path("reason").asText();
    var message = error.path("message").asText();
    return switch (reason) {
      case "rateLimitExceeded", "userRateLimitExceeded" ->
          usual instanceof Fault.Throttled ? usual : new Fault.Throttled(what, message, PAUSE);
      case "quotaExceeded", "limitExceeded", "dailyLimitExceeded" -> new Fault.Quota(what, message);
      case "accessNotConfigured" ->
          new Fault.Forbidden(what, message + " (the API is not enabled in the project)");
      case "forbidden", "required_permission", "insufficientPermissions" ->
          new Fault.Forbidden(what, message);
      case "authError" -> new Fault.Unauthorized(what, message);
      case "notFound" -> new Fault.NotFound(what, thing(message), message);
      case "resourceNotReady",
          "resourceInUseByAnotherResource",
          "alreadyExists",
          "conditionNotMet" ->
          new Fault.Busy(what, message);
      case "invalid", "required", "badRequest", "invalidParameter", "parseError" ->
          new Fault.Invalid(what, field(message), message);
      default -> usual instanceof Fault.NotFound && !ofGoogle(error) ? inFront(what, usual) : usual;
    };
  }

  /** Google says in its own form that something is not there; anything else may say 404, too. */
  private static boolean ofGoogle(JsonNode error) {
    return error.path("code").asInt() == 404;
  }

  private static Fault inFront(String what, Fault usual) {
    return new Fault.Unavailable(
        what, "404, and not in Google's words, so something before it answers: " + usual.detail());
  }

  /** Of an operation that ended with an error. */
  static Fault ofOperation(String what, JsonNode operation) {
    var first = operation.path("error").path("errors").path(0);
    var code = first.path("code").asText();
    var message = first.path("message").asText();
    var detail = code + ": " + message;
    if (noRoom(code) || code.contains("QUOTA")) {
      return new Fault.Quota(what, detail);
    }
    return switch (code) {
      case "RESOURCE_NOT_FOUND", "NOT_FOUND" -> new Fault.NotFound(what, thing(message), detail);
      case "INVALID", "INVALID_FIELD_VALUE", "INVALID_USAGE" ->
          new Fault.Invalid(what, field(message), detail);
      case "PERMISSIONS_ERROR", "FORBIDDEN" -> new Fault.Forbidden(what, detail);
      case "RESOURCE_NOT_READY", "RESOURCE_IN_USE_BY_ANOTHER_RESOURCE", "RESOURCE_ALREADY_EXISTS" ->
          new Fault.Busy(what, detail);
      default -> new Fault.Failed(what, detail);
    };
  }

  /** The zone has no machine to give; another zone may. */
  static boolean noRoom(JsonNode operation) {
    return noRoom(operation.path("error").path("errors").path(0).path("code").asText());
  }

  private static boolean noRoom(String code) {
    return code.startsWith("ZONE_RESOURCE_POOL_EXHAUSTED");
  }

  private static String thing(String message) {
    var quoted = message.replaceFirst("(?s)^[^']*'([^']+)'.*$", "$1");
    return quoted.equals(message) ? "it" : quoted;
  }

  private static String field(String message) {
    var quoted = message.replaceFirst("(?s)^.*?field '([^']+)'.*$", "$1");
    return quoted.equals(message) ? "the order" : quoted;
  }
}
