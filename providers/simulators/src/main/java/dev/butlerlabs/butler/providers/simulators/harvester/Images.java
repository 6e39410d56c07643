package dev.butlerlabs.butler.providers.simulators.harvester;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Images: downloaded in two steps, and then a storage class. A source that says so fails. */
final class Images {

  private static final long SIZE = 10L << 30;

  private final Sight sight;

  Images(Sight sight) {
    this.sight = sight;
  }

  boolean turn() {
    var moved = false;
    for (var image : sight.list(Kind.IMAGE)) {
      moved |= !Store.leaving(image) && step(image);
    }
    return moved;
  }

  private boolean step(ObjectNode image) {
    var status = image.withObjectProperty("status");
    var url = image.at("/spec/url").asText();
    switch (status.path("progress").asInt(-1)) {
      case -1 -> {
        status.put("appliedUrl", url).put("progress", 0);
        status.put("storageClassName", "longhorn-" + Store.name(image) + "-x7");
        Store.condition(image, Map.of("type", "Initialized", "status", "True"));
        Store.condition(
            image, Map.of("type", "Imported", "status", "Unknown", "reason", "Importing"));
      }
      case 0 -> {
        if (url.contains("missing")) {
          return fail(image, "download failed: 404 Not Found");
        }
        status.put("progress", 50);
      }
      case 50 -> {
        if (image.at("/spec/checksum").asText().startsWith("bad")) {
          return fail(image, "sha512sum mismatch");
        }
        status.put("progress", 100).put("size", SIZE).put("virtualSize", SIZE);
        Store.condition(image, Map.of("type", "Imported", "status", "True", "reason", "Imported"));
      }
      default -> {
        return false;
      }
    }
    sight.put(Kind.IMAGE, image);
    return true;
  }

  private boolean fail(ObjectNode image, String why) {
    if (image.at("/status/failed").asInt() > 0) {
      return false;
    }
    image.withObjectProperty("status").put("failed", 3);
    Store.condition(
        image,
        Map.of("type", "Imported", "status", "False", "reason", "ImportFailed", "message", why));
    Store.condition(image, Map.of("type", "RetryLimitExceeded", "status", "True", "message", why));
    sight.put(Kind.IMAGE, image);
    return true;
  }
}
