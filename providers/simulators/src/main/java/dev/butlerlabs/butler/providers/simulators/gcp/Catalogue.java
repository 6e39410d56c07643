package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What every zone sells: the machine types of N2 and E2, and the usual disk types. */
final class Catalogue {

  private static final Set<String> DISK_TYPES =
      Set.of("pd-standard", "pd-balanced", "pd-ssd", "hyperdisk-balanced");
  private static final Pattern TYPE =
      Pattern.compile("(n2|e2)-(standard|highmem|highcpu)-(\\d{1,3})");
  private static final List<Integer> COUNTS = List.of(2, 4, 8, 16, 32, 48, 64, 80, 96, 128);

  private Catalogue() {}

  static Optional<ObjectNode> machineType(String name) {
    var match = TYPE.matcher(name);
    if (!match.matches() || !COUNTS.contains(Integer.parseInt(match.group(3)))) {
      return Optional.empty();
    }
    var cpus = Integer.parseInt(match.group(3));
    var perCpu =
        switch (match.group(2)) {
          case "highmem" -> 8;
          case "highcpu" -> 1;
          default -> 4;
        };
    return Optional.of(
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", "compute#machineType")
            .put("name", name)
            .put("guestCpus", cpus)
            .put("memoryMb", cpus * perCpu * 1024));
  }

  static Optional<ObjectNode> diskType(String name) {
    return DISK_TYPES.contains(name)
        ? Optional.of(
            JsonNodeFactory.instance
                .objectNode()
                .put("kind", "compute#diskType")
                .put("name", name)
                .put("defaultDiskSizeGb", "100"))
        : Optional.empty();
  }

  static int cpus(String machineType) {
    return machineType(Names.last(machineType))
        .map(type -> type.path("guestCpus").asInt())
        .orElse(0);
  }
}
