package dev.butlerlabs.butler.sandbox.node.pod;

import dev.butlerlabs.butler.kernel.Quantity;
import java.math.RoundingMode;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a container may take at most.
 *
 * @param amounts by resource, as they are written
 */
public record Limits(Map<String, String> amounts) {

  public static final String MEMORY = "memory";
  public static final String PROCESSORS = "cpu";

  public Limits {
    amounts = Map.copyOf(amounts);
  }

  public static Limits none() {
    return new Limits(Map.of());
  }

  /** Of memory. */
  public OptionalLong bytes() {
    return units(MEMORY, 0);
  }

  /** Of processors. */
  public OptionalLong thousandths() {
    return units(PROCESSORS, 3);
  }

  private OptionalLong units(String resource, int places) {
    return new Quantity(amounts.getOrDefault(resource, ""))
        .amount()
        .map(amount -> amount.movePointRight(places).setScale(0, RoundingMode.CEILING))
        .map(amount -> OptionalLong.of(amount.longValue()))
        .orElseGet(OptionalLong::empty);
  }
}
