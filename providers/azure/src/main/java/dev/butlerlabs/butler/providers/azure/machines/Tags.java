package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The owner's mark and labels as Azure's tags. Their names may not hold {@code < > % & \ ? /}; each
 * of those becomes an underscore. Azure does not tell upper from lower case in them.
 */
final class Tags {

  private static final int MOST = 50;
  private static final String ROLE = "butler.butlerlabs.dev/role";

  private Tags() {}

  static ObjectNode of(MachineId id, MachineOrder order) {
    var all = new TreeMap<>(order.labels());
    all.put(ROLE, role(order.placement()));
    all.putAll(id.ownedIn(order.placement().cluster()).tags());
    return written(all);
  }

  /** For things that have no order of a machine. */
  static ObjectNode of(Ownership owner) {
    return written(owner.tags());
  }

  private static ObjectNode written(Map<String, String> all) {
    var tags = JsonNodeFactory.instance.objectNode();
    all.forEach((name, value) -> tags.put(name(name), value));
    return tags;
  }

  static boolean owned(JsonNode resource, String uid) {
    return tag(resource, Ownership.OWNER_UID).equals(uid)
        && tag(resource, Ownership.MANAGED_BY).equals(Ownership.BUTLER);
  }

  /** A machine of the same cluster and role. */
  static boolean peers(JsonNode machine, Placement placement) {
    var wanted = new Ownership("x", placement.cluster()).tags();
    wanted.remove(Ownership.OWNER_UID);
    wanted.put(ROLE, role(placement));
    return wanted.entrySet().stream()
        .allMatch(tag -> tag(machine, tag.getKey()).equals(tag.getValue()));
  }

  private static String tag(JsonNode resource, String name) {
    var wanted = name(name);
    for (var tag : resource.path("tags").properties()) {
      if (tag.getKey().equalsIgnoreCase(wanted)) {
        return tag.getValue().asText("");
      }
    }
    return "";
  }

  private static String role(Placement placement) {
    return placement.role() == MachineRole.CONTROL_PLANE ? "control-plane" : "worker";
  }

  private static String name(String label) {
    return label.replaceAll("[<>%&\\\\?/]", "_");
  }

  /** What keeps labels from being written. */
  static Optional<Fault> problem(MachineOrder order) {
    var seen = new HashSet<String>();
    for (var label : order.labels().keySet()) {
      if (!seen.add(name(label).toLowerCase(Locale.ROOT))) {
        return Optional.of(
            new Fault.Invalid(
                "write labels as tags",
                "the labels",
                "two of them become the same tag of Azure: " + name(label)));
      }
    }
    var count = of(new MachineId("x", "x"), order).size();
    return count <= MOST
        ? Optional.empty()
        : Optional.of(
            new Fault.Invalid(
                "write labels as tags",
                "the labels",
                "%d tags are more than the %d Azure allows".formatted(count, MOST)));
  }
}
