package dev.butlerlabs.butler.steward.kubeconfigs.plan;

import dev.butlerlabs.butler.api.LabelSelector;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether labels meet a selector, as Kubernetes reads it. */
public final class Selector {

  private Selector() {}

  /** None selects everything. */
  public static boolean matches(
      @Nullable LabelSelector selector, @Nullable Map<String, String> found) {
    if (selector == null) {
      return true;
    }
    var labels = Objects.requireNonNullElse(found, Map.<String, String>of());
    return labels.entrySet().containsAll(selector.matchLabels().entrySet())
        && selector.matchExpressions().stream().allMatch(one -> matches(one, labels));
  }

  private static boolean matches(LabelSelector.Requirement one, Map<String, String> labels) {
    var value = labels.get(one.key());
    return switch (one.operator()) {
      case "In" -> value != null && one.values().contains(value);
      case "NotIn" -> value == null || !one.values().contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      default ->
          throw new IllegalArgumentException(
              "'%s' is no operator; take In, NotIn, Exists or DoesNotExist"
                  .formatted(one.operator()));
    };
  }
}
