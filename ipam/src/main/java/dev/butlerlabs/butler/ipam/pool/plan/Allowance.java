package dev.butlerlabs.butler.ipam.pool.plan;

import java.math.BigInteger;

/**
 * What a share may have at most, and what it has in other pools as far as is known.
 *
 * @param elsewhere held or open through other pools
 */
public record Allowance(BigInteger limit, BigInteger elsewhere) {

  boolean covers(BigInteger here, BigInteger more) {
    return here.add(elsewhere).add(more).compareTo(limit) <= 0;
  }
}
