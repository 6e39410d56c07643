package dev.butlerlabs.butler.steward.plane;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.jspecify.annotations.Nullable;

/**
 * Whether a stored object says all that is wanted, so that nothing needs to be sent. What it says
 * beyond that was filled in by others; a field we want no more shows in the checksum it carries.
 */
public final class Covers {

  private static final KubernetesSerialization FORMAT = WireFormat.serialization();

  private Covers() {}

  public static boolean covers(@Nullable HasMetadata stored, HasMetadata wanted) {
    return stored != null && covers(tree(stored), tree(wanted));
  }

  private static boolean covers(@Nullable JsonNode stored, JsonNode wanted) {
    if (stored == null) {
      return empty(wanted);
    }
    if (wanted.isObject()) {
      return stored.isObject()
          && wanted.properties().stream()
              .allMatch(field -> covers(stored.get(field.getKey()), field.getValue()));
    }
    if (wanted.isArray()) {
      if (!stored.isArray() || stored.size() != wanted.size()) {
        return false;
      }
      for (var i = 0; i < wanted.size(); i++) {
        if (!covers(stored.get(i), wanted.get(i))) {
          return false;
        }
      }
      return true;
    }
    return stored.equals(wanted) || stored.asText().equals(wanted.asText());
  }

  private static boolean empty(JsonNode wanted) {
    return wanted.isNull() || (wanted.isContainerNode() && wanted.isEmpty());
  }

  private static JsonNode tree(HasMetadata object) {
    return FORMAT.convertValue(object, JsonNode.class);
  }
}
