package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.Family;
import java.time.Instant;
import java.util.List;

/**
 * Everything the plan for one cluster may know.
 *
 * @param home the family of the addresses that a cluster begins with
 * @param nodes how many node addresses the order can reach; 0 where nodes get theirs elsewhere
 * @param nodeLimit the most node addresses the cluster may have
 * @param pools that the cluster may take addresses from, in the order they are tried
 * @param claims of this cluster, released ones too
 */
public record Observation(
    Instant now,
    Family home,
    Wish wish,
    int nodes,
    int nodeLimit,
    List<Pool> pools,
    List<Claim> claims,
    Demand demand) {

  public Observation {
    pools = List.copyOf(pools);
    claims = List.copyOf(claims);
  }

  List<Claim> claims(IPAllocationSpec.Type type) {
    return claims.stream().filter(claim -> claim.type() == type).toList();
  }

  List<Claim> claims(IPAllocationSpec.Type type, Family family) {
    return claims(type).stream().filter(claim -> claim.family() == family).toList();
  }

  List<Pool> pools(Family family) {
    return pools.stream().filter(pool -> pool.family() == family).toList();
  }

  /** How much of the limit nothing has taken yet. */
  int room(IPAllocationSpec.Type type, int limit) {
    if (limit == Integer.MAX_VALUE) {
      // Not a number to count down from: one IPv6 range may have more addresses than that.
      return limit;
    }
    var taken = claims(type).stream().filter(Claim::taken).toList();
    return limit - Claim.sizes(taken);
  }
}
