package dev.butlerlabs.butler.providers.simulators.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One field of a definition.
 *
 * @param type a word, {@code ref:DEFINITION}, {@code []TYPE} or {@code {}TYPE}
 */
record Field(String name, boolean required, String type, Map<String, String> limits) {

  private static final Map<String, Pattern> FORMATS =
      Map.of(
          "uuid", Pattern.compile("[a-fA-F0-9]{8}(-[a-fA-F0-9]{4}){3}-[a-fA-F0-9]{12}"),
          "sha1", Pattern.compile("[a-fA-F0-9]{40}"),
          "sha256", Pattern.compile("[a-fA-F0-9]{64}"),
          "mac", Pattern.compile("([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}"),
          "ipv4",
              Pattern.compile(
                  "((25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)\\.){3}"
                      + "(25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)"));

  static Field of(String[] cells) {
    var limits = new LinkedHashMap<String, String>();
    for (var limit : cells[4].split(" ", -1)) {
      var at = limit.indexOf('=');
      if (at > 0) {
        limits.put(limit.substring(0, at), limit.substring(at + 1));
      }
    }
    return new Field(cells[1], cells[2].equals("required"), cells[3], limits);
  }

  /** The same field with the type of its members. */
  Field member() {
    return new Field(name, required, type.substring(2), limits);
  }

  /** What is wrong with a plain value, in the words of a JSON schema's checker. */
  Optional<String> problem(JsonNode value) {
    return switch (type) {
      case "string" -> value.isTextual() ? text(value.asText()) : not(value, "string");
      case "integer" -> value.isIntegralNumber() ? range(value) : not(value, "integer");
      case "number" -> value.isNumber() ? range(value) : not(value, "number");
      case "boolean" -> value.isBoolean() ? Optional.empty() : not(value, "boolean");
      default -> Optional.empty();
    };
  }

  static Optional<String> not(JsonNode value, String type) {
    return Optional.of(value + " is not of type '" + type + "'");
  }

  private Optional<String> range(JsonNode value) {
    var least = limits.get("minimum");
    if (least != null && value.asDouble() < Double.parseDouble(least)) {
      return Optional.of(value + " is less than the minimum of " + least);
    }
    var most = limits.get("maximum");
    return most != null && value.asDouble() > Double.parseDouble(most)
        ? Optional.of(value + " is greater than the maximum of " + most)
        : Optional.empty();
  }

  private Optional<String> text(String value) {
    var known = limits.get("enum");
    if (known != null && !List.of(known.split("\\|", -1)).contains(value)) {
      return Optional.of("'" + value + "' is not one of [" + known.replace("|", ", ") + "]");
    }
    var most = limits.get("maxLength");
    if (most != null && value.length() > Integer.parseInt(most)) {
      return Optional.of("a text of " + value.length() + " characters is too long");
    }
    var format = FORMATS.get(limits.getOrDefault("format", ""));
    return format != null && !format.matcher(value).matches()
        ? Optional.of("'" + value + "' does not match the pattern of a " + limits.get("format"))
        : Optional.empty();
  }
}
