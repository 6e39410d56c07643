package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Google says no, at once or at the end of an operation. */
final class Refused extends RuntimeException {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final int code;
  private final String reason;

  Refused(int code, String reason, String message) {
    super(message, null, false, false);
    this.code = code;
    this.reason = reason;
  }

  static Refused notFound(String resource) {
    return new Refused(404, "notFound", "The resource '" + resource + "' was not found");
  }

  static Refused alreadyExists(String resource) {
    return new Refused(409, "alreadyExists", "The resource '" + resource + "' already exists");
  }

  static Refused notReady(String resource) {
    return new Refused(400, "resourceNotReady", "The resource '" + resource + "' is not ready");
  }

  static Refused inUse(String resource, String user) {
    return new Refused(
        400,
        "resourceInUseByAnotherResource",
        "The resource '%s' is already being used by '%s'".formatted(resource, user));
  }

  static Refused invalid(String field, String value, String why) {
    return new Refused(
        400, "invalid", "Invalid value for field '%s': '%s'. %s".formatted(field, value, why));
  }

  static Refused permission(String permission, String resource) {
    return new Refused(
        403, "forbidden", "Required '%s' permission for '%s'".formatted(permission, resource));
  }

  int code() {
    return code;
  }

  String message() {
    return String.valueOf(getMessage());
  }

  /** The word that operations have for it: upper case with underscores. */
  String word() {
    return reason.equals("alreadyExists")
        ? "RESOURCE_ALREADY_EXISTS"
        : reason.replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
  }

  Response response() {
    var domain = reason.matches("quotaExceeded|rateLimitExceeded") ? "usageLimits" : "global";
    var one = Map.of("message", message(), "domain", domain, "reason", reason);
    var error = new LinkedHashMap<String, Object>();
    error.put("code", code);
    error.put("message", message());
    error.put("errors", List.of(one));
    error.put("status", status());
    var headers = new LinkedHashMap<String, String>();
    headers.put("Content-Type", "application/json; charset=UTF-8");
    if (code == 429 || code == 503) {
      headers.put("Retry-After", "3");
    }
    return new Response(code, headers, JSON.valueToTree(Map.of("error", error)).toPrettyString());
  }

  private String status() {
    return switch (code) {
      case 400 -> "INVALID_ARGUMENT";
      case 401 -> "UNAUTHENTICATED";
      case 403 -> "PERMISSION_DENIED";
      case 404 -> "NOT_FOUND";
      case 409 -> "ALREADY_EXISTS";
      case 412 -> "FAILED_PRECONDITION";
      case 429 -> "RESOURCE_EXHAUSTED";
      case 503 -> "UNAVAILABLE";
      default -> "UNKNOWN";
    };
  }
}
