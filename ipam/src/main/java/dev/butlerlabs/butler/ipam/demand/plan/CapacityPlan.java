package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.kernel.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much room the pools of an infrastructure have, and for how many clusters of the usual size.
 *
 * <p>Counted pool by pool, since a pool may have sizes of its own, and what is left over in one
 * pool is no help in another. A cluster that needs no address to begin with is not counted.
 *
 * @param availableIPs free addresses over all pools
 * @param estimatedTenants how many more clusters they would serve
 */
public record CapacityPlan(int availableIPs, int estimatedTenants) {

  /** Whether a pool has a free address. */
  public static final String AVAILABLE = ConditionType.POOL_AVAILABLE.wire();

  /**
   * A pool of the infrastructure.
   *
   * @param available free addresses
   * @param lbDefault what the pool says about load balancers, 0 when nothing
   * @param nodesDefault what it says about nodes, 0 when nothing
   */
  public record Room(String name, long available, int lbDefault, int nodesDefault) {}

  public static CapacityPlan of(NetworkSettings network, List<Room> rooms) {
    var available = 0L;
    var tenants = 0L;
    for (var room : rooms) {
      available += room.available();
      var each = perTenant(network, room);
      tenants += each == 0 ? 0 : room.available() / each;
    }
    return new CapacityPlan(bounded(available), bounded(tenants));
  }

  /** What a cluster with ingress begins with, as an order that names no number would get it. */
  private static long perTenant(NetworkSettings network, Room room) {
    var quota = network.quotaPerTenant();
    var balancers =
        Sizes.wish(
                new Sizes.Order(null, null, true, null),
                network.loadBalancer(),
                room.lbDefault(),
                limit(quota == null ? null : quota.maxLoadBalancerIPs()))
            .block();
    var usual = room.nodesDefault() > 0 ? room.nodesDefault() : Sizes.NODES;
    var nodes =
        network.nodesFromPools()
            ? Math.min(usual, limit(quota == null ? null : quota.maxNodeIPs()))
            : 0;
    return (long) balancers + nodes;
  }

  private static int limit(@Nullable Integer most) {
    return most == null ? Integer.MAX_VALUE : most;
  }

  private static int bounded(long number) {
    return (int) Math.min(Integer.MAX_VALUE, number);
  }

  /** What is told about it. */
  public Verdict verdict(List<Room> rooms) {
    var names = rooms.stream().map(Room::name).toList();
    if (rooms.isEmpty()) {
      return Verdict.no(
          AVAILABLE,
          "NetworkNotReady",
          "none of the pools that spec.network.poolRefs names exists; create one beside the"
              + " ProviderConfig");
    }
    return availableIPs > 0
        ? Verdict.yes(AVAILABLE, AVAILABLE, "pools " + names + " have free addresses")
        : Verdict.no(
            AVAILABLE,
            "PoolExhausted",
            "pools " + names + " have no free address; enlarge one or add another to poolRefs");
  }
}
