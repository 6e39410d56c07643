package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.demand.plan.Claim;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Which addresses the load balancer of a cluster is to announce. */
public final class Announced {

  private Announced() {}

  /**
   * A claim whose addresses are to be withdrawn, and are not told to be.
   *
   * @param range what it was given
   */
  public record Leaving(IPAllocation claim, AddressRange range) {}

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

  /** The same from pools, else what the order names by hand; nothing while nobody can say. */
  public static Optional<List<AddressRange>> of(
      TenantCluster cluster, DemandKinds kinds, Cache cache) {
    return switch (Surroundings.of(cluster, kinds, cache)) {
      case Surroundings.Unsaid _ -> Optional.empty();
      case Surroundings.Pooled _ -> Optional.of(by(cluster, claims(cluster, kinds, cache)));
      case Surroundings.Cloud _ -> Optional.of(byHand(cluster));
    };
  }

  private static List<AddressRange> byHand(TenantCluster cluster) {
    var network = cluster.getSpec().networking();
    var named = network == null ? null : network.loadBalancerPool();
    return named == null
        ? List.of()
        : ClaimReading.range(named.start(), named.end()).stream().toList();
  }

  /** What the cluster is to give back. */
  public static List<Leaving> leaving(TenantCluster cluster, DemandKinds kinds, Cache cache) {
    var reading = new ClaimReading(cluster, Map.of());
    return claims(cluster, kinds, cache).stream()
        .filter(claim -> claim.getSpec() != null && reading.ours(claim) && !told(claim))
        .flatMap(claim -> leaving(claim, reading.read(List.of(claim)).getFirst()).stream())
        .toList();
  }

  private static Optional<Leaving> leaving(IPAllocation claim, Claim read) {
    return read.type() == IPAllocationSpec.Type.LOADBALANCER && read.leaving()
        ? Optional.ofNullable(read.range()).map(range -> new Leaving(claim, range))
        : Optional.empty();
  }

  private static boolean told(IPAllocation claim) {
    var status = claim.getStatus();
    var conditions = new Conditions(status == null ? List.of() : status.conditions());
    return conditions.holds(ConditionType.WITHDRAWN.wire())
        || conditions.holds(ConditionType.HOLDER_GONE.wire());
  }

  private static List<IPAllocation> claims(TenantCluster cluster, DemandKinds kinds, Cache cache) {
    ObjectKey key = DemandKinds.keyOf(cluster);
    return cache.list(kinds.claimsByCluster(), key.toString());
  }
}
