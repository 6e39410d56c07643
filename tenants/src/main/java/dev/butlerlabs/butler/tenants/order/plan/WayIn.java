package dev.butlerlabs.butler.tenants.order.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a cluster's API server is reached: as was chosen with the cluster, whatever the platform says
 * since. Another way would move its endpoint, from which workers and everybody else know it.
 *
 * @param chosen what is kept; null for a cluster of which nobody has noted it yet
 * @param usual what the platform says by now
 */
record WayIn(@Nullable ControlPlaneExposure chosen, ControlPlaneExposure usual) {

  private static final ObjectMapper JSON = WireFormat.mapper();

  static WayIn of(Effective effective, @Nullable ButlerConfigSpec config) {
    return new WayIn(
        effective.controlPlaneExposure(),
        ControlPlaneExposure.inForce(config == null ? null : config.controlPlaneExposure()));
  }

  ControlPlaneExposure exposure() {
    return Objects.requireNonNullElse(chosen, usual);
  }

  /** What the platform says otherwise, in words; empty when it does not. */
  String outdated() {
    return exposure().equals(usual)
        ? ""
        : "it is reached as it was made (%s); what ButlerConfig says by now (%s) is for new clusters"
            .formatted(words(exposure()), words(usual));
  }

  private static String words(ControlPlaneExposure exposure) {
    var tree = JSON.<JsonNode>valueToTree(exposure);
    return tree.properties().stream()
        .map(field -> field.getValue().asText())
        .collect(Collectors.joining(", "));
  }
}
