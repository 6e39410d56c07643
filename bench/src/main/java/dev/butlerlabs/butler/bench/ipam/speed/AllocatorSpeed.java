package dev.butlerlabs.butler.bench.ipam.speed;

import dev.butlerlabs.butler.bench.ipam.speed.UsedPool.Held;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Grant;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One operation per sample on a pool that stays as full as it is: before each, outside the measured
 * time, the effect of the last one is undone.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AllocatorSpeed {

  private static final Integer NEWCOMER = -1;
  private static final Duration REST = Duration.ofMinutes(10);
  private static final BigInteger ALIGNMENT = BigInteger.valueOf(8);

  /** A /12 and a /48. */
  @Param({"10.16.0.0/12", "2001:db8::/48"})
  public String block = "";

  @Param("50000")
  public int ranges;

  private UsedPool pool = new UsedPool("10.0.0.0/24", 1, List.of(0));
  private Held chosen = pool.any();
  private AddressRange free = chosen.range();
  private BigInteger count = BigInteger.ONE;
  private Instant now = UsedPool.EPOCH;

  @Setup(Level.Trial)
  public void fill() {
    pool = new UsedPool(block, ranges, UsedPool.holders(ranges));
    chosen = pool.any();
    free = freeRange();
  }

  @Setup(Level.Invocation)
  public void undo() {
    now = pool.now();
    var allocator = pool.allocator;
    allocator.unreserve(free);
    allocator.rangesOf(NEWCOMER).forEach(range -> allocator.release(NEWCOMER, range, now));
    var kept = allocator.rangesOf(chosen.holder());
    if (!kept.equals(List.of(chosen.range()))) {
      kept.forEach(range -> allocator.release(chosen.holder(), range, now));
      allocator.expire(now.plus(REST).plus(REST));
      allocator.pin(chosen.holder(), chosen.range());
    }
    chosen = pool.any();
    count = BigInteger.valueOf(pool.size());
    free = freeRange();
  }

  private AddressRange freeRange() {
    if (pool.allocator.allocate(NEWCOMER, pool.size()) instanceof Grant.Granted<Integer> granted) {
      pool.allocator.release(NEWCOMER, granted.range(), now);
      return granted.range();
    }
    throw new IllegalStateException("the pool is too full to be measured");
  }

  @Benchmark
  public Object allocate() {
    return pool.allocator.allocate(NEWCOMER, count);
  }

  @Benchmark
  public Object allocateAligned() {
    return pool.allocator.allocateAligned(NEWCOMER, count, ALIGNMENT);
  }

  @Benchmark
  public Object allocateInPieces() {
    return pool.allocator.allocateInPieces(NEWCOMER, count, 4);
  }

  @Benchmark
  public Object pin() {
    return pool.allocator.pin(NEWCOMER, free);
  }

  @Benchmark
  public Object release() {
    return pool.allocator.release(chosen.holder(), chosen.range(), now, now.plus(REST));
  }

  @Benchmark
  public Object resize() {
    return pool.allocator.resize(chosen.holder(), chosen.range(), count, now, now.plus(REST));
  }

  @Benchmark
  public Object reserve() {
    return pool.allocator.reserve(free);
  }

  /** Two operations, because the second has nothing to do without the first. */
  @Benchmark
  public Object quarantineAndExpire() {
    pool.allocator.quarantine(free, now);
    return pool.allocator.expire(now);
  }

  @Benchmark
  public Object occupant() {
    return pool.allocator.occupant(chosen.range().start());
  }

  @Benchmark
  public Object capacity() {
    return pool.allocator.capacity();
  }
}
