package dev.butlerlabs.butler.addons.helm.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Helm values as layers: the catalog's below, the user's on top, the chart's own under both. */
public final class Values {

  private Values() {}

  public static ObjectNode none() {
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * Lays {@code top} over {@code base}: maps are merged key by key, everything else is replaced. A
   * {@code null} on top stays, because Helm then drops the chart's own default too. Neither
   * argument is changed; one that is missing or no map counts as empty.
   */
  public static ObjectNode over(@Nullable JsonNode base, @Nullable JsonNode top) {
    var merged = map(base).deepCopy();
    for (var entry : map(top).properties()) {
      var below = merged.get(entry.getKey());
      var above = entry.getValue();
      merged.set(
          entry.getKey(),
          below instanceof ObjectNode && above instanceof ObjectNode
              ? over(below, above)
              : above.deepCopy());
    }
    return merged;
  }

  private static ObjectNode map(@Nullable JsonNode node) {
    return node instanceof ObjectNode object ? object : none();
  }
}
