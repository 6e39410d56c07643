package dev.butlerlabs.butler.kube.tenant;

import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * How often a connection is asked whether it still carries anything: every five minutes, and less
 * often where there are so many that asking would be most of what is done at rest.
 */
final class Beat {

  /** Shorter than load balancers and address translation remember a silent connection. */
  private static final Duration USUAL = Duration.ofMinutes(5);

  /** Among all of them, no more than one question in this time. */
  private static final Duration APART = Duration.ofSeconds(2);

  private Beat() {}

  static Duration among(IntSupplier connections) {
    var round = APART.multipliedBy(connections.getAsInt());
    return round.compareTo(USUAL) > 0 ? round : USUAL;
  }
}
