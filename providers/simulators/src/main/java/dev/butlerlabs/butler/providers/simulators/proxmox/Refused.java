package dev.butlerlabs.butler.providers.simulators.proxmox;

import java.util.Map;

/** Proxmox says no. */
final class Refused extends RuntimeException {

  private final int status;
  private final transient Map<String, String> fields;

  Refused(int status, String message, Map<String, String> fields) {
    super(message);
    this.status = status;
    this.fields = Map.copyOf(fields);
  }

  /** The way most things fail there. */
  static Refused because(String message) {
    return new Refused(500, message, Map.of());
  }

  int status() {
    return status;
  }

  Map<String, String> fields() {
    return fields;
  }
}
