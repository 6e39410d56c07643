package dev.butlerlabs.butler.ipam.pool.plan;

import dev.butlerlabs.butler.ipam.ledger.Share;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;

/**
 * What tenants have through other pools.
 *
 * @param held by receipts
 * @param open bindings under way, which may be taken back again
 * @param unclear sentences about those who may have more than anybody can tell
 */
public record Abroad(
    Map<Share, BigInteger> held, Map<Share, BigInteger> open, Map<Share, String> unclear) {

  public Abroad {
    held = Map.copyOf(held);
    open = Map.copyOf(open);
    unclear = Map.copyOf(unclear);
  }

  BigInteger held(Share share) {
    return held.getOrDefault(share, BigInteger.ZERO);
  }

  BigInteger open(Share share) {
    return open.getOrDefault(share, BigInteger.ZERO);
  }

  Optional<String> unclear(Share share) {
    return Optional.ofNullable(unclear.get(share));
  }
}
