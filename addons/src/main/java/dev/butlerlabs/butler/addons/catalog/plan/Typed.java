package dev.butlerlabs.butler.addons.catalog.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.api.addons.AddonParameter;
import dev.butlerlabs.butler.api.addons.AddonParameter.ValueType;
import dev.butlerlabs.butler.kernel.Problem;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether a value is what a parameter has to be. What somebody wrote is never repeated. */
final class Typed {

  /**
   * What is longer is no text that a person writes into values, and is looked through for no one.
   */
  private static final int LONGEST = 16_384;

  private static final int LONGEST_ADDRESS = 2_048;
  private static final int LONGEST_SPAN = 64;
  private static final int LONGEST_NUMBER = 40;

  private static final Pattern URL =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\\s/?#]\\S*");
  private static final Pattern SPAN =
      Pattern.compile("([0-9]{1,9}(\\.[0-9]{1,9})?(ns|us|ms|s|m|h|d|w|y))+");

  private Typed() {}

  /**
   * Whether somebody said something: neither nothing nor an empty text, where none can be meant.
   */
  static boolean given(AddonParameter parameter, JsonNode value) {
    return switch (parameter.type()) {
      case STRING, URL, DURATION ->
          !missing(value) && !(value.isTextual() && value.asText().isBlank());
      case LIST, MAP -> !missing(value) && !(value.isContainerNode() && value.isEmpty());
      case INTEGER, NUMBER, BOOLEAN -> !missing(value);
    };
  }

  private static boolean missing(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }

  /**
   * What is wrong with a value.
   *
   * @param field where it stands
   */
  static Optional<Problem> check(AddonParameter parameter, String field, JsonNode value) {
    if (!is(parameter.type(), value)) {
      return Optional.of(
          new Problem(
              field, "this is no " + parameter.type().word(), remedy(parameter.type(), value)));
    }
    if (!parameter.allowed().isEmpty() && !allowed(parameter, value)) {
      return Optional.of(
          new Problem(
              field,
              "this value is not allowed",
              "write one of " + String.join(", ", parameter.allowed())));
    }
    var pattern = parameter.pattern();
    if (pattern != null
        && !pattern.isEmpty()
        && TextShape.of(pattern).filter(shape -> !shape.fits(value.asText())).isPresent()) {
      return Optional.of(
          new Problem(
              field, "this text does not look as it has to", "write one of the shape " + pattern));
    }
    return Optional.empty();
  }

  private static boolean allowed(AddonParameter parameter, JsonNode value) {
    return parameter.allowed().stream()
        .flatMap(text -> read(parameter.type(), text).stream())
        .anyMatch(
            one ->
                one.isNumber()
                    ? one.decimalValue().compareTo(value.decimalValue()) == 0
                    : one.asText().equals(value.asText()));
  }

  /** A text as the value that it stands for. */
  static Optional<JsonNode> read(ValueType type, String text) {
    var nodes = JsonNodeFactory.instance;
    return switch (type) {
      case STRING, URL, DURATION -> Optional.of(nodes.textNode(text));
      case BOOLEAN ->
          text.equals("true") || text.equals("false")
              ? Optional.of(nodes.booleanNode(Boolean.parseBoolean(text)))
              : Optional.empty();
      case INTEGER ->
          text.length() <= LONGEST_NUMBER && text.matches("-?[0-9]+")
              ? Optional.of(nodes.numberNode(new BigInteger(text)))
              : Optional.empty();
      case NUMBER ->
          text.length() <= LONGEST_NUMBER && text.matches("-?[0-9]+(\\.[0-9]+)?")
              ? Optional.of(nodes.numberNode(new BigDecimal(text)))
              : Optional.empty();
      case LIST, MAP -> Optional.empty();
    };
  }

  private static boolean is(ValueType type, JsonNode value) {
    return switch (type) {
      case STRING -> text(value, LONGEST);
      case INTEGER -> value.isIntegralNumber();
      case NUMBER -> value.isNumber();
      case BOOLEAN -> value.isBoolean();
      case LIST -> value.isArray();
      case MAP -> value.isObject();
      case URL -> text(value, LONGEST_ADDRESS) && URL.matcher(value.asText()).matches();
      case DURATION -> text(value, LONGEST_SPAN) && SPAN.matcher(value.asText()).matches();
    };
  }

  private static boolean text(JsonNode value, int longest) {
    return value.isTextual() && value.asText().length() <= longest;
  }

  private static String remedy(ValueType type, JsonNode value) {
    return switch (type) {
      case STRING ->
          value.isTextual()
              ? "write at most %d characters".formatted(LONGEST)
              : value.isContainerNode() ? "write one text" : "write it in quotes";
      case INTEGER -> "write a whole number without quotes, such as 3";
      case NUMBER -> "write a number without quotes, such as 0.5";
      case BOOLEAN -> "write true or false without quotes";
      case LIST -> "write a list, such as [a, b]";
      case MAP -> "write a map, such as {key: value}";
      case URL -> "write an address such as https://host/path";
      case DURATION -> "write a span of time such as 30s, 1h30m or 15d";
    };
  }
}
