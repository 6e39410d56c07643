package dev.butlerlabs.butler.providers.simulators.nutanix;

import java.util.Map;

/** Prism says no. */
final class Refused extends RuntimeException {

  private final int status;
  private final String reason;
  private final transient Map<String, String> details;

  Refused(int status, String reason, String message, Map<String, String> details) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.details = Map.copyOf(details);
  }

  Refused(int status, String reason, String message) {
    this(status, reason, message, Map.of());
  }

  static Refused missing(String kind, String uuid) {
    return new Refused(
        404, "ENTITY_NOT_FOUND", "The %s with uuid %s does not exist.".formatted(kind, uuid));
  }

  int status() {
    return status;
  }

  /** A word of Prism's own list of reasons. */
  String reason() {
    return reason;
  }

  /** What is wrong with each field, by its path. */
  Map<String, String> details() {
    return details;
  }

  String message() {
    return String.valueOf(getMessage());
  }
}
