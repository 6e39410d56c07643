package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What Proxmox means. It answers 500 to most things, so its words have to be read. */
final class ProxmoxFaults {

  private ProxmoxFaults() {}

  static Fault of(String what, int status, String message, Map<String, String> fields) {
    return switch (status) {
      case 400 -> invalid(what, message, fields);
      case 401 -> new Fault.Unauthorized(what, message);
      case 403 -> new Fault.Forbidden(what, message);
      case 501 -> new Fault.Invalid(what, "the endpoint", message);
      // 595, 596 and 599: the node that was asked could not reach the one that has the machine.
      default ->
          status > 500 || nodeUnknown(message) || astray(message)
              ? new Fault.Unavailable(what, status + " " + message)
              : told(what, message);
    };
  }

  /**
   * What a look was refused with. Words that nobody knows say nothing of what was looked for, so
   * they are no failed work.
   */
  static Fault ofLook(String what, int status, String message, Map<String, String> fields) {
    var fault = of(what, status, message, fields);
    return fault instanceof Fault.Failed && !ofGuest(message)
        ? new Fault.Unavailable(what, message)
        : fault;
  }

  /** The guest's own agent or its emulator said no. */
  private static boolean ofGuest(String message) {
    return says(message.toLowerCase(Locale.ROOT), "agent", "qmp command");
  }

  /**
   * A node whose address nobody told is looked for by its name, and not found: one that left the
   * cluster, and one that is off since the one that was asked was started.
   */
  static boolean nodeUnknown(String message) {
    return message.contains("hostname lookup '");
  }

  /** Without a quorum nothing is written, and after a restart not all can be read at once. */
  private static boolean astray(String message) {
    return says(
        message.toLowerCase(Locale.ROOT),
        "no quorum",
        "cluster not ready",
        "unable to load access control list");
  }

  private static Fault invalid(String what, String message, Map<String, String> fields) {
    var names = String.join(", ", fields.keySet());
    var details =
        fields.entrySet().stream()
            .map(field -> field.getKey() + ": " + field.getValue().strip())
            .collect(Collectors.joining("; "));
    return new Fault.Invalid(
        what,
        names.isEmpty() ? "the order" : names,
        details.isEmpty() ? message : message + " " + details);
  }

  /** From the words of an error or of a failed task. */
  static Fault told(String what, String message) {
    var words = message.toLowerCase(Locale.ROOT);
    if (says(
        words,
        "no space left",
        "insufficient free space",
        "not enough space",
        "out of space",
        "cannot allocate memory",
        "not enough memory",
        "quota")) {
      return new Fault.Quota(what, message);
    }
    if (says(
        words,
        "is locked",
        "can't lock file",
        "got timeout",
        "already running",
        "not running",
        "is running",
        "already exists")) {
      return new Fault.Busy(what, message);
    }
    if (says(words, "does not exist", "no such")) {
      return new Fault.NotFound(what, "it", message);
    }
    if (says(words, "protection mode")) {
      return new Fault.Invalid(what, "the protection flag of the machine", message);
    }
    return says(words, "can't clone", "shrinking disks")
        ? new Fault.Invalid(what, "the order", message)
        : new Fault.Failed(what, message);
  }

  private static boolean says(String words, String... any) {
    return Stream.of(any).anyMatch(words::contains);
  }
}
