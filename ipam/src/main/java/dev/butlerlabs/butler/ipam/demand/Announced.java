package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.demand.plan.Claim;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Which addresses the load balancer of a cluster is to announce. */
public final class Announced {

  private Announced() {}

  /**
   * All of them, ascending. What is not in the list is to be withdrawn; an empty list means that
   * nothing is announced, never that all stays as it is.
   *
   * @param claims those of other clusters may be among them
   */
  public static List<AddressRange> by(TenantCluster cluster, Collection<IPAllocation> claims) {
    return new ClaimReading(cluster, Map.of())
        .read(claims.stream().filter(claim -> claim.getSpec() != null).toList()).stream()
            .filter(claim -> claim.type() == IPAllocationSpec.Type.LOADBALANCER && claim.held())
            .map(Claim::range)
            .filter(Objects::nonNull)
            .sorted()
            .toList();
  }
}
