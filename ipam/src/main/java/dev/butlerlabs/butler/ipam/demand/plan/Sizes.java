package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.clusters.WorkerPool;
import dev.butlerlabs.butler.api.infra.NetworkSettings.AllocationMode;
import dev.butlerlabs.butler.api.infra.NetworkSettings.LoadBalancerAddresses;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many addresses an order amounts to. */
public final class Sizes {

  /** Node addresses of a cluster nobody said a number for. */
  public static final int NODES = 5;

  private static final int STATIC = 8;
  private static final int ELASTIC = 2;
  private static final int INCREMENT = 2;
  private static final BigInteger MOST = BigInteger.valueOf(Integer.MAX_VALUE);

  private Sizes() {}

  /**
   * What an order says about load balancer addresses.
   *
   * @param lbPoolSize how many it asks for
   * @param ingress whether an ingress controller is wanted, which needs one at once
   */
  public record Order(
      @Nullable Integer lbPoolSize,
      @Nullable AllocationMode mode,
      boolean ingress,
      @Nullable AddressRange pin) {}

  /**
   * The first that says something wins: the order, the provider, the pool, a constant. An elastic
   * cluster without ingress begins with nothing, since it gets what it needs when it needs it.
   *
   * @param poolDefault what the pool says, 0 when it says nothing
   * @param limit the most one cluster may have
   */
  public static Wish wish(
      Order order, @Nullable LoadBalancerAddresses provider, int poolDefault, int limit) {
    var mode = mode(order, provider);
    var block = block(order, mode, provider, poolDefault);
    var increment = provider == null ? null : provider.growthIncrement();
    return new Wish(
        mode,
        Math.min(limit, block),
        order.lbPoolSize() == null ? 0 : order.lbPoolSize(),
        increment == null ? INCREMENT : increment,
        limit,
        order.pin(),
        "");
  }

  private static AllocationMode mode(Order order, @Nullable LoadBalancerAddresses provider) {
    if (order.mode() != null) {
      return order.mode();
    }
    return provider == null || provider.allocationMode() == null
        ? AllocationMode.STATIC
        : provider.allocationMode();
  }

  private static int block(
      Order order, AllocationMode mode, @Nullable LoadBalancerAddresses provider, int poolDefault) {
    if (order.lbPoolSize() != null) {
      return order.lbPoolSize();
    }
    if (mode == AllocationMode.ELASTIC) {
      var initial = provider == null ? null : provider.initialPoolSize();
      return !order.ingress() ? 0 : initial == null ? ELASTIC : initial;
    }
    var usual = provider == null ? null : provider.defaultPoolSize();
    return usual != null ? usual : poolDefault > 0 ? poolDefault : STATIC;
  }

  /**
   * One address per worker that the order can reach, and one more for the worker that comes before
   * its predecessor goes when machines are replaced.
   */
  public static int nodes(List<WorkerPool> pools) {
    var workers = pools.stream().mapToLong(WorkerPool::most).sum();
    return workers == 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, workers + 1);
  }

  /** How many addresses a range has, as far as anybody could use them. */
  public static int count(AddressRange range) {
    return range.size().min(MOST).intValue();
  }
}
