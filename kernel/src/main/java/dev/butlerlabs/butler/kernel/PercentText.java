package dev.butlerlabs.butler.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;

/** A part of an address, where letters that mean something there are written as numbers. */
public record PercentText(String encoded) {

  /** What was meant; the same where it cannot be read so. */
  public String plain() {
    try {
      // In a form a plus is a blank; here it is itself.
      return URLDecoder.decode(encoded.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException odd) {
      return encoded;
    }
  }
}
