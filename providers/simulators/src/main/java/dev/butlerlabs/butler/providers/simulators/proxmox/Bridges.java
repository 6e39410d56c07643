package dev.butlerlabs.butler.providers.simulators.proxmox;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The network of each node: one card, and bridges. */
final class Bridges {

  private static final String USUAL = "vmbr0";
  private static final Pattern BRIDGE = Pattern.compile("(?:^|,)bridge=([^,]+)");

  private final Map<String, Set<String>> added = new TreeMap<>();

  void add(String node, String name) {
    added.computeIfAbsent(node, _ -> new TreeSet<>()).add(name);
  }

  /**
   * What a node lists.
   *
   * @param type which interfaces are asked for; all when empty
   * @param allowed bridges that the account may not use are left out, and nobody is told
   */
  List<Map<String, Object>> list(String node, String type, boolean allowed) {
    var rows = new ArrayList<Map<String, Object>>();
    if (type.isEmpty() || type.equals("eth")) {
      rows.add(Map.of("iface", "eno1", "type", "eth", "active", 1, "exists", 1));
    }
    if (allowed && (type.isEmpty() || type.matches("bridge|any_bridge|any_local_bridge"))) {
      of(node).forEach(name -> rows.add(Map.of("iface", name, "type", "bridge", "active", 1)));
    }
    return rows;
  }

  private Set<String> of(String node) {
    var all = new TreeSet<>(added.getOrDefault(node, Set.of()));
    all.add(USUAL);
    return all;
  }

  /** A machine does not start with a card on nothing. */
  void requireFor(Guest guest) {
    guest.config().forEach((field, value) -> requireFor(guest.node(), field, value));
  }

  private void requireFor(String node, String field, String value) {
    var bridge = BRIDGE.matcher(value);
    if (field.matches("net\\d+") && bridge.find() && !of(node).contains(bridge.group(1))) {
      throw Refused.because("bridge '" + bridge.group(1) + "' does not exist");
    }
  }
}
