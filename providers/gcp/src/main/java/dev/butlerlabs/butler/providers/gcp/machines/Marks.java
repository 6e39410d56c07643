package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is written on things: owner, cluster, role and labels.
 *
 * <p>Google's labels are lower-case words; every other character becomes an underscore. A machine's
 * metadata holds the labels as they are.
 */
final class Marks {

  private static final int LONGEST = 63;
  private static final String CLUSTER = key("butler.butlerlabs.dev/cluster");
  private static final String ROLE = key("butler.butlerlabs.dev/role");
  private static final String OWNER = key(Ownership.OWNER_UID);
  private static final String MANAGED_BY = key(Ownership.MANAGED_BY);

  private Marks() {}

  /** Of the machine, and of each of its disks. */
  static Map<String, String> labels(MachineId id, MachineOrder order) {
    var labels = new LinkedHashMap<String, String>();
    new TreeMap<>(order.labels())
        .forEach((key, value) -> labels.putIfAbsent(key(key), word(value)));
    labels.putAll(owner(id.uid()));
    if (!order.placement().cluster().isEmpty()) {
      labels.put(CLUSTER, word(order.placement().cluster()));
    }
    labels.put(ROLE, role(order));
    return labels;
  }

  /** Of everything that is made for this UID. */
  static Map<String, String> owner(String uid) {
    var labels = new LinkedHashMap<String, String>();
    new Ownership(uid, "").tags().forEach((key, value) -> labels.put(key(key), word(value)));
    return labels;
  }

  /** Whether these labels name that owner. */
  static boolean prove(JsonNode labels, String uid) {
    return labels.path(OWNER).asText().equals(uid)
        && labels.path(MANAGED_BY).asText().equals(Ownership.BUTLER);
  }

  /** Lists what belongs to this UID. */
  static String ownedBy(String uid) {
    return "labels.%s = \"%s\"".formatted(OWNER, uid);
  }

  /** Lists machines of the same cluster and role. */
  static String peers(MachineOrder order) {
    return "(labels.%s = \"%s\") (labels.%s = \"%s\")"
        .formatted(CLUSTER, word(order.placement().cluster()), ROLE, role(order));
  }

  private static String role(MachineOrder order) {
    return order.placement().role() == MachineRole.CONTROL_PLANE ? "control-plane" : "worker";
  }

  /** Disks are named after the owner: no copy made by hand can have the name. */
  static String disk(MachineId id, int number) {
    return diskPrefix(id.uid()) + number;
  }

  static String diskPrefix(String uid) {
    return "disk-" + uid + "-";
  }

  static String key(String text) {
    var word = word(text);
    return cut(word.matches("[a-z].*") ? word : "l_" + word);
  }

  static String word(String text) {
    return cut(text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]", "_"));
  }

  private static String cut(String word) {
    return word.length() > LONGEST ? word.substring(0, LONGEST) : word;
  }
}
