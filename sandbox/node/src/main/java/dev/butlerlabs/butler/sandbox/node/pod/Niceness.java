package dev.butlerlabs.butler.sandbox.node.pod;

import dev.butlerlabs.butler.kernel.Quantity;
import java.math.BigDecimal;
import java.util.Map;

/**
 * How far a container stands back while processors are short, from 0 to 14.
 *
 * <p>What a container asks for is its share, as on every node. Programs here are told apart by the
 * system's scheduler, where each step is a fifth less and nobody needs special rights to step back.
 */
public record Niceness(int steps) {

  private static final int LAST = 14;

  /**
   * Whoever asks for as much stands in the first row, with the platform's own programs. Tenants ask
   * for less, so that the platform answers also while many of them start: a node keeps a share for
   * its own programs, too.
   */
  private static final double FIRST_ROW = 0.4;

  private static final double A_STEP = 1.25;

  /** Whoever asks for nothing has said nothing, and is served like the others. */
  static Niceness of(Map<String, String> requests) {
    var asked = processors(requests.getOrDefault("cpu", "0"));
    if (asked <= 0) {
      return new Niceness(0);
    }
    var steps = Math.round(Math.log(FIRST_ROW / asked) / Math.log(A_STEP));
    return new Niceness(Math.clamp(steps, 0, LAST));
  }

  private static double processors(String amount) {
    return new Quantity(amount).amount().map(BigDecimal::doubleValue).orElse(FIRST_ROW);
  }
}
