package dev.butlerlabs.butler.providers.simulators.proxmox;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** One parameter of a call, and what its values must look like. */
record Parameter(
    String name, Pattern names, boolean required, String type, Map<String, String> limits) {

  private static final Pattern NUMBERED = Pattern.compile("([a-z]+)\\[0\\.\\.(\\d+)\\]");
  private static final Pattern DNS_NAME =
      Pattern.compile("([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)(\\.[a-zA-Z0-9-]+)*");
  private static final Pattern TAG = Pattern.compile("[a-z0-9_][a-z0-9_+.-]*");

  static Parameter of(String[] cells) {
    var numbered = NUMBERED.matcher(cells[1]);
    var names =
        numbered.matches()
            ? Pattern.compile(numbered.group(1) + "(" + upTo(numbered.group(2)) + ")")
            : Pattern.compile(Pattern.quote(cells[1]));
    var limits = new LinkedHashMap<String, String>();
    // A pattern may hold spaces and equal signs; it comes last in its cell.
    Pattern.compile(" (?=[a-zA-Z]+=)")
        .splitAsStream(cells[4])
        .filter(limit -> !limit.isEmpty())
        .forEach(
            limit ->
                limits.put(
                    limit.substring(0, limit.indexOf('=')),
                    limit.substring(limit.indexOf('=') + 1)));
    return new Parameter(cells[1], names, cells[2].equals("required"), cells[3], limits);
  }

  private static String upTo(String last) {
    var numbers = new StringBuilder("0");
    for (var i = 1; i <= Integer.parseInt(last); i++) {
      numbers.append('|').append(i);
    }
    return numbers.toString();
  }

  boolean matches(String field) {
    return names.matcher(field).matches();
  }

  Optional<String> problem(String field, String value) {
    return switch (type) {
      case "boolean" ->
          value.matches("0|1|yes|no|true|false|on|off")
              ? Optional.empty()
              : Optional.of("type check ('boolean') failed - got '" + value + "'");
      case "integer" -> value.matches("-?\\d+") ? range(value) : notA("integer", value);
      case "number" -> value.matches("-?\\d+(\\.\\d+)?") ? range(value) : notA("number", value);
      case "enum" -> oneOf(value);
      default -> text(field, value);
    };
  }

  private static Optional<String> notA(String type, String value) {
    return Optional.of("type check ('" + type + "') failed - got '" + value + "'");
  }

  private Optional<String> range(String value) {
    var number = Double.parseDouble(value);
    var least = limits.get("minimum");
    if (least != null && number < Double.parseDouble(least)) {
      return Optional.of("value must have a minimum value of " + least);
    }
    var most = limits.get("maximum");
    return most != null && number > Double.parseDouble(most)
        ? Optional.of("value must have a maximum value of " + most)
        : Optional.empty();
  }

  private Optional<String> oneOf(String value) {
    var known = List.of(limits.getOrDefault("values", "").split("\\|", -1));
    return known.contains(value)
        ? Optional.empty()
        : Optional.of(
            "value '%s' does not have a value in the enumeration '%s'"
                .formatted(value, String.join(", ", known)));
  }

  private Optional<String> text(String field, String value) {
    var most = limits.get("maxLength");
    if (most != null && value.length() > Integer.parseInt(most)) {
      return Optional.of("value may only be " + most + " characters long");
    }
    var pattern = limits.get("pattern");
    if (pattern != null && !pattern.contains("(?^") && !value.matches(pattern)) {
      return Optional.of("value does not match the regex pattern");
    }
    if (limits.containsKey("keys")) {
      return parts(field, value);
    }
    return switch (limits.getOrDefault("format", "")) {
      case "dns-name" ->
          DNS_NAME.matcher(value).matches()
              ? Optional.empty()
              : Optional.of(
                  "invalid format - value '%s' does not look like a valid DNS name"
                      .formatted(value));
      case "pve-tag-list" ->
          Arrays.stream(value.split("[;, ]", -1))
              .filter(tag -> !TAG.matcher(tag).matches())
              .findFirst()
              .map(tag -> "invalid format - invalid characters in tag " + tag);
      default -> Optional.empty();
    };
  }

  /** A value made of {@code key=value} parts; the first may stand without its key. */
  private Optional<String> parts(String field, String value) {
    var known = List.of(limits.getOrDefault("keys", "").split("\\|", -1));
    var parts = value.split(",", -1);
    for (var i = 0; i < parts.length; i++) {
      var at = parts[i].indexOf('=');
      if (at < 0 && !(i == 0 && limits.containsKey("first"))) {
        return Optional.of("invalid format - missing key in comma-separated list property");
      }
      if (at >= 0 && !known.contains(parts[i].substring(0, at))) {
        return Optional.of(
            "invalid format - format error\n%s.%s: property is not defined in schema and the schema"
                    .formatted(field, parts[i].substring(0, at))
                + " does not allow additional properties");
      }
    }
    return Optional.empty();
  }
}
