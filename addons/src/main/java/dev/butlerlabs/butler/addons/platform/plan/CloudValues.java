package dev.butlerlabs.butler.addons.platform.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.ProviderType;
import org.jspecify.annotations.Nullable;

/** What a cloud's own programs have to be told about a cluster. */
final class CloudValues {

  private CloudValues() {}

  /** For whoever takes nodes into service. */
  static @Nullable JsonNode controller(Question asked) {
    var values = Values.none();
    switch (asked.provider()) {
      case AZURE -> named(asked, "/infra", values);
      case GCP -> {
        named(asked, "", values);
        // It comes before the network, and until then nobody serves the API server's Service.
        asked
            .apiServer()
            .ifPresent(
                there ->
                    values
                        .putObject("apiServer")
                        .put("host", there.host())
                        .put("port", there.port()));
      }
      default -> {}
    }
    return given(values);
  }

  /** Where another storage is ordered, that one is the default. */
  static @Nullable JsonNode disks(Question asked) {
    if (asked.provider() != ProviderType.GCP || asked.completed().storage() == null) {
      return null;
    }
    var values = Values.none();
    values.putObject("storageClass").put("default", false);
    return values;
  }

  /** What is made for a cluster bears its name. */
  private static void named(Question asked, String below, ObjectNode values) {
    if (!asked.platformName().isEmpty()) {
      values.withObject(below).put("clusterName", asked.platformName());
    }
  }

  private static @Nullable JsonNode given(ObjectNode values) {
    return values.isEmpty() ? null : values;
  }
}
