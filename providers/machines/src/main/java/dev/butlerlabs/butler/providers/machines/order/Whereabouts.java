package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Where the thing of an order was begun. A ProviderConfig may be led to another endpoint, region or
 * project afterwards; from there nothing of the thing is seen, and taken for gone it would be lost.
 */
public final class Whereabouts {

  private Whereabouts() {}

  /** What an order bears whose thing is looked for with that account. */
  public static Map<String, String> of(Standing.Open account) {
    return Map.of(Annotations.PLATFORM_PLACE, account.driver().place());
  }

  /** Whether it is noted where the thing is looked for. */
  public static boolean known(HasMetadata order) {
    return !begun(order).isEmpty();
  }

  /** Whether the account leads elsewhere than the one it was begun with. */
  public static boolean moved(HasMetadata order, Standing.Open account) {
    var begun = begun(order);
    return !begun.isEmpty() && !begun.equals(account.driver().place());
  }

  /**
   * Its thing is not seen where the account leads now.
   *
   * @param clean takes secrets out of a text
   */
  public static Obstacle elsewhere(
      HasMetadata order, Standing.Open account, String thing, UnaryOperator<String> clean) {
    var sentence =
        "look for %s: it was begun at %s, and its ProviderConfig leads to %s now, where it is not"
                .formatted(thing, begun(order), account.driver().place())
            + " (lead the ProviderConfig back, or name another in a new order)";
    return Obstacle.untilChanged(Reason.INVALID_CONFIGURATION, clean.apply(sentence));
  }

  private static String begun(HasMetadata order) {
    return Marks.annotation(order, Annotations.PLATFORM_PLACE);
  }
}
