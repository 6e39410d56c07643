package dev.butlerlabs.butler.steward.plane.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.ContainerResources;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
    var requests = new LinkedHashMap<String, Quantity>();
    requests.put("cpu", new Quantity(cpu));
    requests.put("memory", new Quantity(memory));
    var own = new ResourceRequirements();
    own.setRequests(requests);
    return own;
  }

  /** With a limit on memory, Go's collector is told to work harder before it is reached. */
  static List<EnvVar> limited(@Nullable ContainerResources given) {
    return Optional.ofNullable(given == null ? null : given.limits().get("memory"))
        .flatMap(limit -> limit.amount())
        .map(bytes -> bytes.multiply(new BigDecimal("0.9")).setScale(0, RoundingMode.DOWN))
        .map(bytes -> new EnvVar("GOMEMLIMIT", bytes.toPlainString(), null))
        .stream()
        .toList();
  }

  /**
   * Little memory for what is collected: half as much garbage as usual may gather. It costs next to
   * nothing where little is done; an API server would start a fifth slower.
   */
  static List<EnvVar> small(@Nullable ContainerResources given) {
    var frugal = Stream.of(new EnvVar("GOGC", "50", null));
    return Stream.concat(frugal, limited(given).stream()).toList();
  }
}
