package dev.butlerlabs.butler.ipam.tell;

import dev.butlerlabs.butler.ipam.allocator.Capacity;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;

/** The figures of pools as metrics, one series per pool, for as long as there is the pool. */
public final class PoolMetrics {

  private static final BigInteger ZERO = BigInteger.ZERO;
  private static final Figures NOTHING =
      new Figures(new Capacity(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, 0, 0), 0);

  private final MeterRegistry registry;
  private final Map<ObjectKey, Series> pools = new ConcurrentHashMap<>();

  private record Figures(Capacity capacity, int allocations) {}

  private record Series(AtomicReference<Figures> latest, List<Meter> meters) {}

  public PoolMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /** Shows these figures from now on. */
  public void show(ObjectKey pool, PoolView view) {
    var series = pools.computeIfAbsent(pool, this::register);
    series
        .latest()
        .set(new Figures(view.capacity().orElse(NOTHING.capacity()), view.allocations()));
  }

  /** The pool is gone, and its series with it. */
  public void forget(ObjectKey pool) {
    var series = pools.remove(pool);
    if (series != null) {
      series.meters().forEach(registry::remove);
    }
  }

  /**
   * Counts claims a pass has dealt with.
   *
   * @param result one word out of a fixed few: {@code allocated}, or why not
   */
  public void processed(String result, int claims) {
    registry.counter("butler.ip.allocation.processed", "result", result).increment(claims);
  }

  private Series register(ObjectKey pool) {
    var latest = new AtomicReference<>(NOTHING);
    return new Series(
        latest,
        List.of(
            gauge("total.ips", pool, latest, now -> now.capacity().usable().doubleValue()),
            gauge("allocated.ips", pool, latest, now -> now.capacity().used().doubleValue()),
            gauge("available.ips", pool, latest, now -> now.capacity().free().doubleValue()),
            gauge("resting.ips", pool, latest, now -> now.capacity().resting().doubleValue()),
            gauge("allocation.count", pool, latest, Figures::allocations),
            gauge(
                "fragmentation.percent",
                pool,
                latest,
                now -> now.capacity().fragmentationPercent()),
            gauge(
                "largest.free.block",
                pool,
                latest,
                now -> now.capacity().largestRun().doubleValue())));
  }

  private Meter gauge(
      String name,
      ObjectKey pool,
      AtomicReference<Figures> latest,
      ToDoubleFunction<Figures> figure) {
    return Gauge.builder(
            "butler.network.pool." + name, latest, now -> figure.applyAsDouble(now.get()))
        .tag("pool", pool.name())
        .tag("namespace", pool.namespace())
        .register(registry);
  }
}
