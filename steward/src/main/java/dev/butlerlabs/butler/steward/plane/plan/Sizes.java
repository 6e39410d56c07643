package dev.butlerlabs.butler.steward.plane.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.ContainerResources;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much a container asks for, and how it is told to stay within it. */
final class Sizes {

  private static final ObjectMapper MAPPER = WireFormat.mapper();

  private Sizes() {}

  static ResourceRequirements resources(
      @Nullable ContainerResources given, String cpu, String memory) {
    if (given != null) {
      return MAPPER.convertValue(given, ResourceRequirements.class);
    }
    var requests =
        Map.of(
            "cpu", new Quantity(cpu),
            "memory", new Quantity(memory));
    var own = new ResourceRequirements();
    own.setRequests(requests);
    return own;
  }

  /** With a limit on memory, Go's collector is told to work harder before it is reached. */
  static List<EnvVar> memory(@Nullable ContainerResources given) {
    var limit = given == null ? null : given.limits().get("memory");
    if (limit == null) {
      return List.of();
    }
    return limit
        .amount()
        .map(bytes -> bytes.multiply(new BigDecimal("0.9")).setScale(0, RoundingMode.DOWN))
        .map(bytes -> new EnvVar("GOMEMLIMIT", bytes.toPlainString(), null))
        .map(List::of)
        .orElse(List.of());
  }
}
