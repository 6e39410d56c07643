package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.kernel.ObjectName;

/**
 * What the claims of one cluster are called: its name, for people; a hash of namespace, name and
 * UID, so that no two clusters ever meet; what the addresses are for; and a running number.
 */
record ClaimNames(String prefix) {

  private static final int HASH = 10;
  private static final int READABLE = 40;

  static ClaimNames of(TenantCluster cluster) {
    var metadata = cluster.getMetadata();
    var name = metadata.getName();
    var derived = ObjectName.derivedFrom(metadata.getNamespace(), name, metadata.getUid()).text();
    var readable = name.substring(0, Math.min(READABLE, name.length())).replaceAll("[-.]+$", "");
    return new ClaimNames(
        readable.replace('.', '-') + "-" + derived.substring(derived.length() - HASH) + "-");
  }

  String name(IPAllocationSpec.Type type, int number) {
    return prefix + (type == IPAllocationSpec.Type.NODES ? "nodes" : "lb") + "-" + number;
  }

  /** The running number, 0 when the name is none of ours. */
  int number(String name) {
    var tail = name.startsWith(prefix) ? name.substring(name.lastIndexOf('-') + 1) : "";
    return tail.matches("\\d{1,9}") ? Integer.parseInt(tail) : 0;
  }
}
