package dev.butlerlabs.butler.providers.machines.order.plan;

import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What stands in the way of an order, in words that may be shown.
 *
 * @param sentence what was tried, on what, and what to do next; free of secrets
 * @param pause how long the platform asked to be left alone
 */
public record Obstacle(String reason, Healing healing, String sentence, Duration pause) {

  /** So many unclear looks in a row are more than a platform out of breath. */
  private static final int PATIENCE = 3;

  /**
   * A platform's fault.
   *
   * @param clean takes secrets out of a text
   */
  public static Obstacle of(Fault fault, UnaryOperator<String> clean) {
    return new Obstacle(
        fault.reason().wire(),
        fault.healing(),
        clean.apply(fault.sentence()),
        fault.retryAfter().orElse(Duration.ZERO));
  }

  /** All that keeps an order from being built, so that nobody mends one thing at a time. */
  public static Obstacle ofAll(List<Fault> faults, UnaryOperator<String> clean) {
    var first = of(faults.getFirst(), clean);
    var all = faults.stream().map(Fault::sentence).map(clean).collect(Collectors.joining("; "));
    return new Obstacle(first.reason(), first.healing(), all, first.pause());
  }

  /**
   * Whether waiting may be of no use, so that somebody who says so is believed. One call that was
   * throttled is no reason to leave a machine behind. A task that failed is one at once: it is
   * begun again between two looks that tell of it, so it never fails three times in a row.
   *
   * @param strikes how many looks in a row were unclear before this one
   */
  public boolean lasts(int strikes) {
    return healing != Healing.SOON || strikes + 1 >= PATIENCE;
  }

  /** The platform cannot even be asked until somebody changes something. */
  public static Obstacle untilChanged(Reason reason, String sentence) {
    return new Obstacle(reason.wire(), Healing.WHEN_CHANGED, sentence, Duration.ZERO);
  }
}
