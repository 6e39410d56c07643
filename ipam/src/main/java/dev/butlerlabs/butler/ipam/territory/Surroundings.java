package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import java.util.Optional;

/**
 * All that a pool must keep clear of, as it was seen.
 *
 * @param pools every other pool of the cluster, of whatever namespace
 * @param fixtures single addresses that something outside the pool's claims has
 * @param networks what clusters use inside themselves
 * @param heldElsewhere what is given out through other pools
 */
public record Surroundings(
    List<Neighbour> pools,
    List<Fixture> fixtures,
    List<ClusterNetwork> networks,
    List<Kept> heldElsewhere) {

  /** Another pool. */
  public record Neighbour(ObjectKey key, NetworkPoolSpec spec) {}

  /**
   * An address that is spoken for.
   *
   * @param tenant whose own use it is, where it is a tenant's
   */
  public record Fixture(Address address, Kept.Cause cause, Optional<ObjectKey> tenant) {

    AddressRange range() {
      return AddressRange.of(address);
    }
  }

  /** A pod or Service network, and whose. */
  public record ClusterNetwork(Block block, String whose) {}

  public Surroundings {
    pools = List.copyOf(pools);
    fixtures = List.copyOf(fixtures);
    networks = List.copyOf(networks);
    heldElsewhere = List.copyOf(heldElsewhere);
  }

  /** Nothing around: the spec by itself. */
  public static Surroundings none() {
    return new Surroundings(List.of(), List.of(), List.of(), List.of());
  }
}
