package dev.butlerlabs.butler.ipam.infrastructure;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.infrastructure.plan.Use;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which pools an address lies in. */
final class Pools {

  static final Kind<NetworkPool> KIND = Kind.of(NetworkPool.class);

  private Pools() {}

  /** Those whose block has one of the addresses. */
  static Collection<ObjectKey> having(Stream<Use> uses, Cache cache) {
    var addresses = uses.map(Use::address).toList();
    return addresses.isEmpty()
        ? List.of()
        : cache.list(KIND).stream()
            .filter(pool -> block(pool).filter(block -> anyIn(block, addresses)).isPresent())
            .map(Sightings::keyOf)
            .toList();
  }

  static Optional<Block> block(NetworkPool pool) {
    return pool.getSpec() != null
            && Block.parse(pool.getSpec().cidr()) instanceof Parsed.Good<Block>(var block)
        ? Optional.of(block)
        : Optional.empty();
  }

  private static boolean anyIn(Block block, List<Address> addresses) {
    return addresses.stream().anyMatch(address -> block.range().contains(address));
  }
}
