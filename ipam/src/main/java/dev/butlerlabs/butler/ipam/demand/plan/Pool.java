package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Family;

/**
 * A pool that a cluster may take addresses from, as its status tells.
 *
 * @param available free addresses; very many while nobody has counted yet
 * @param largest the longest run of them
 * @param version changes with everything that happens to the pool
 * @param generation changes when somebody edits it
 * @param closed why it serves nobody, or not this cluster; empty when it does
 */
public record Pool(
    String name,
    AddressRange range,
    long available,
    long largest,
    String version,
    long generation,
    String closed) {

  Family family() {
    return range.family();
  }

  boolean open() {
    return closed.isEmpty();
  }

  /** Which state of it this is. */
  String mark() {
    return version + "." + generation;
  }

  /** What a person should know of it when nothing fits. */
  String words() {
    if (!open()) {
      return "pool " + name + " " + closed;
    }
    return "pool %s has %d free, at most %d in a row".formatted(name, available, largest);
  }
}
