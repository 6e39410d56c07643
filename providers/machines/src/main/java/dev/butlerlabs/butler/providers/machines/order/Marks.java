package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.providers.machines.order.plan.Wish;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;

/** What stands in the metadata of an order. */
public final class Marks {

  private Marks() {}

  public static String uid(HasMetadata order) {
    return order.getMetadata().getUid();
  }

  /** What the driver must find again. */
  public static Memo memo(HasMetadata order) {
    return new Memo(annotation(order, Annotations.PLATFORM_MEMO));
  }

  public static Wish wish(HasMetadata order) {
    if (!order.isMarkedForDeletion()) {
      return Wish.EXIST;
    }
    return "true".equals(annotation(order, Annotations.ABANDON_MACHINE))
        ? Wish.GO_OR_BE_ABANDONED
        : Wish.GO;
  }

  static String annotation(HasMetadata order, String name) {
    return annotations(order).getOrDefault(name, "");
  }

  static Map<String, String> annotations(HasMetadata order) {
    var all = order.getMetadata().getAnnotations();
    return all == null ? Map.of() : all;
  }
}
