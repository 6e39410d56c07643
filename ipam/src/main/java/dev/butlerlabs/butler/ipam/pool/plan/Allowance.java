package dev.butlerlabs.butler.ipam.pool.plan;

import java.math.BigInteger;
import java.util.Optional;

/**
 * What a share may have at most, and what it has in other pools as far as is known.
 *
 * @param elsewhere held or open through other pools
 * @param unclear why nobody can tell how much that is, if so
 */
public record Allowance(BigInteger limit, BigInteger elsewhere, Optional<String> unclear) {

  boolean covers(BigInteger here, BigInteger more) {
    return here.add(elsewhere).add(more).compareTo(limit) <= 0;
  }
}
