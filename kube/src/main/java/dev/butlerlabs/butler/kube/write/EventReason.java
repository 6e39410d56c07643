package dev.butlerlabs.butler.kube.write;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Why an event is told. Each feature has one enum of them, so that they can be listed. */
public interface EventReason {

  /** The constant's own name. */
  String name();

  /** The CamelCase word on the wire; {@code NODE_LOST} is told as {@code NodeLost}. */
  default String wire() {
    return Arrays.stream(name().split("_"))
        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  /** True when a person should look at it. */
  boolean warning();

  /** What the feature was doing, as one CamelCase word. */
  default String action() {
    return "Reconcile";
  }
}
