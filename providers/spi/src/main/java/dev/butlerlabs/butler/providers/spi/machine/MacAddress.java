package dev.butlerlabs.butler.providers.spi.machine;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A hardware address in the one spelling we write: upper case, with colons. */
public record MacAddress(String text) {

  private static final Pattern SHAPE = Pattern.compile("([0-9A-F]{2}:){5}[0-9A-F]{2}");

  public MacAddress {
    if (!SHAPE.matcher(text).matches()) {
      throw new IllegalArgumentException("not a hardware address: \"" + text + "\"");
    }
  }

  /** From any platform's spelling: lower case, dashes, dots, or no separators. */
  public static Optional<MacAddress> parse(String text) {
    var digits = text.replaceAll("[:.-]", "").toUpperCase(Locale.ROOT);
    var normal = digits.replaceAll("(..)(?=.)", "$1:");
    return SHAPE.matcher(normal).matches() ? Optional.of(new MacAddress(normal)) : Optional.empty();
  }

  @Override
  public String toString() {
    return text;
  }
}
