package dev.butlerlabs.butler.ipam.tell;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Allocator;
import dev.butlerlabs.butler.ipam.territory.Surroundings;
import dev.butlerlabs.butler.ipam.territory.Territory;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Views of pools as a pass over them would end with. */
final class Views {

  private Views() {}

  static NetworkPool pool(String spec) {
    return WireFormat.serialization()
        .unmarshal(
            "metadata: {name: lab, namespace: butler-system, generation: 1}\nspec: " + spec,
            NetworkPool.class);
  }

  /** The pool with these ranges held, one claim each. */
  static PoolView holding(NetworkPool pool, String... ranges) {
    var territory = Territory.of(pool.getSpec(), Surroundings.none());
    if (!territory.valid()) {
      return new PoolView(
          pool, territory, Optional.empty(), 0, List.of(), List.of(), List.of(), Optional.empty());
    }
    var book = Allocator.<String>unused(territory.windows());
    territory.closed().forEach(book::reserve);
    Arrays.stream(ranges).forEach(range -> book.pin(range, AddressRange.parse(range).require()));
    var capacity = book.capacity();
    return new PoolView(
        pool,
        territory,
        Optional.of(capacity),
        ranges.length,
        DefaultBlock.of(pool.getSpec(), size -> capacity.fits(BigInteger.valueOf(size))),
        List.of(),
        List.of(),
        Optional.empty());
  }
}
