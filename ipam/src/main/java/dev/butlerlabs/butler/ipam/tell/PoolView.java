package dev.butlerlabs.butler.ipam.tell;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.allocator.Capacity;
import dev.butlerlabs.butler.ipam.territory.Clash;
import dev.butlerlabs.butler.ipam.territory.Territory;
import java.util.List;
import java.util.Optional;

/**
 * All that a pass over a pool ends with, and that people should know.
 *
 * @param pool as the pass has seen it
 * @param capacity as it is after the pass; absent when the spec cannot be served from
 * @param allocations how many claims are Allocated, after the pass
 * @param clashes what is held against the territory
 * @param damage sentences about stored facts that cannot be right, such as two holders
 * @param stopped why nothing at all is given out, though the spec is right: the ledger is
 *     unreadable
 */
public record PoolView(
    NetworkPool pool,
    Territory territory,
    Optional<Capacity> capacity,
    int allocations,
    List<DefaultBlock> defaults,
    List<Clash> clashes,
    List<String> damage,
    Optional<String> stopped) {

  public PoolView {
    defaults = List.copyOf(defaults);
    clashes = List.copyOf(clashes);
    damage = List.copyOf(damage);
  }

  boolean deleting() {
    return pool.getMetadata().getDeletionTimestamp() != null;
  }
}
