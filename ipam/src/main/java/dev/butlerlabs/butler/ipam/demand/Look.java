package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.ipam.address.Family;
import dev.butlerlabs.butler.ipam.demand.plan.Claim;
import dev.butlerlabs.butler.ipam.demand.plan.Demand;
import dev.butlerlabs.butler.ipam.demand.plan.Observation;
import dev.butlerlabs.butler.ipam.demand.plan.Pool;
import dev.butlerlabs.butler.ipam.demand.plan.TenantPlan;
import dev.butlerlabs.butler.ipam.demand.plan.Wish;
import dev.butlerlabs.butler.kube.Cache;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;

/** One look at a cluster and its pools; claims and Services may be looked at twice. */
final class Look {

  private final OrderReading order;
  private final ClaimReading reading;
  private final List<Pool> pools;
  private final List<Family> families;
  private final Family home;
  private final Wish wish;

  Look(TenantCluster cluster, Surroundings.Pooled pooled, DemandKinds kinds, Cache cache) {
    var poolReading = new PoolReading(pooled, kinds, cache);
    this.order = new OrderReading(cluster, pooled.network());
    this.pools = poolReading.read(cluster);
    this.families = PoolReading.families(pools);
    this.home = order.home(families);
    this.wish = order.wish(poolReading.loadBalancerDefault(pools));
    var byName = new HashMap<String, Family>();
    pools.forEach(pool -> byName.put(pool.name(), pool.range().family()));
    this.reading = new ClaimReading(cluster, byName);
  }

  List<Claim> claims(List<IPAllocation> stored) {
    return reading.read(stored);
  }

  boolean looksInside(List<Claim> claims) {
    return TenantPlan.looksInside(wish, home, claims);
  }

  List<Family> families() {
    return families;
  }

  Observation observe(Instant now, List<Claim> claims, Demand demand) {
    return new Observation(
        now, home, wish, order.nodes(claims), order.nodeLimit(), pools, claims, demand);
  }
}
