package dev.butlerlabs.butler.kernel;

import dev.butlerlabs.butler.kernel.Condition.Truth;

/** What a plan has to say about one condition, before anybody knows since when. */
public record Verdict(String type, Truth status, String reason, String message) {

  public static Verdict yes(String type, String reason, String message) {
    return new Verdict(type, Truth.TRUE, reason, message);
  }

  public static Verdict no(String type, String reason, String message) {
    return new Verdict(type, Truth.FALSE, reason, message);
  }

  /** We could not look. */
  public static Verdict unknown(String type, String reason, String message) {
    return new Verdict(type, Truth.UNKNOWN, reason, message);
  }
}
