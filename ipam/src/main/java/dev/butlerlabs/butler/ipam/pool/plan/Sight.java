package dev.butlerlabs.butler.ipam.pool.plan;

import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Everything a plan of a pool may know beside its book.
 *
 * @param closing the pool is being deleted
 * @param claims all claims on the pool, each as newly as it was seen
 * @param orphans UIDs of claims whose cluster is known to be gone
 * @param allowances for those shares that have a limit
 * @param teamOf the team of a tenant
 */
public record Sight(
    ObjectKey pool,
    NetworkPoolSpec spec,
    boolean closing,
    Collection<Claim> claims,
    Set<String> orphans,
    Map<Share, Allowance> allowances,
    Function<ObjectKey, String> teamOf,
    Instant now) {

  public Sight {
    claims = List.copyOf(claims);
    orphans = Set.copyOf(orphans);
    allowances = Map.copyOf(allowances);
  }
}
