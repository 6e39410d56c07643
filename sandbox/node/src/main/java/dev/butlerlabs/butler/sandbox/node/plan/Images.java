package dev.butlerlabs.butler.sandbox.node.plan;

import java.util.Map;
import java.util.Optional;

/** Which image stands for which program. An image that is not listed is never fetched. */
@FunctionalInterface
public interface Images {

  Optional<Image> find(String reference);

  /** A fixed table from the full image name with its tag. */
  static Images of(Map<String, Image> table) {
    var copy = Map.copyOf(table);
    return reference -> Optional.ofNullable(copy.get(withoutDigest(reference)));
  }

  private static String withoutDigest(String reference) {
    var at = reference.indexOf('@');
    return at < 0 ? reference : reference.substring(0, at);
  }
}
