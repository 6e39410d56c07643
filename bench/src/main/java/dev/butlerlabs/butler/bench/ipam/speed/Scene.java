package dev.butlerlabs.butler.bench.ipam.speed;

import dev.butlerlabs.butler.bench.ipam.speed.UsedPool.Gap;
import dev.butlerlabs.butler.bench.ipam.speed.UsedPool.Held;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Allocator;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A pool and what the next operation is about, drawn anew before each.
 *
 * <p>The pool stays as full as it is: outside the measured time the effect of each operation is
 * undone. What is drawn lies anywhere, so it is in the processor's caches only by chance.
 */
@State(Scope.Thread)
public class Scene {

  static final Integer NEWCOMER = -1;
  static final Duration REST = Duration.ofMinutes(10);
  private static final int LOOKS = 100;

  /** A /12 and a /48. */
  @Param({"10.16.0.0/12", "2001:db8::/48"})
  public String block = "";

  @Param("50000")
  public int ranges;

  UsedPool pool = new UsedPool("10.0.0.0/24", 8, UsedPool.holders(8));
  Allocator<Integer> allocator = pool.allocator;
  List<Gap> gaps = pool.gaps();

  /** One that is held. */
  Held chosen = pool.any();

  /** A size that is usual. */
  BigInteger count = BigInteger.ONE;

  /** One that is free. */
  AddressRange free = gaps.getFirst().range();

  /** One with room above it, and how large it shall be. */
  Held narrow = chosen;

  BigInteger wider = BigInteger.ONE;

  /** One of several addresses, and how large it shall be. */
  Held wide = chosen;

  BigInteger narrower = BigInteger.ONE;

  Instant now = UsedPool.EPOCH;

  @Setup(Level.Trial)
  public void fill() {
    pool = new UsedPool(block, ranges, UsedPool.holders(ranges));
    allocator = pool.allocator;
    gaps = pool.gaps();
    furnish();
    draw();
  }

  /** What else a pool needs; here because the setups of a subclass come before these. */
  void furnish() {}

  /** What else an operation needs. */
  void prepare() {}

  @Setup(Level.Invocation)
  public void next() {
    now = pool.now();
    allocator.unreserve(free);
    allocator.rangesOf(NEWCOMER).forEach(range -> allocator.release(NEWCOMER, range, now));
    allocator.expire(now.plus(REST).plus(REST));
    restore(chosen);
    restore(narrow);
    restore(wide);
    draw();
    prepare();
  }

  private void restore(Held held) {
    var kept = allocator.rangesOf(held.holder());
    if (!kept.equals(List.of(held.range()))) {
      kept.forEach(range -> allocator.release(held.holder(), range, now));
      allocator.pin(held.holder(), held.range());
    }
  }

  private void draw() {
    chosen = pool.any();
    count = BigInteger.valueOf(pool.size());
    free = pool.partOf(pool.any(gaps).range());
    var gap = pool.any(gaps);
    narrow = gap.below();
    wider = narrow.range().size().add(pool.partOf(gap.range()).size());
    do {
      wide = pool.any();
    } while (wide.range().start().equals(wide.range().end()));
    narrower = BigInteger.valueOf(pool.random.nextInt(1, wide.range().size().intValueExact()));
  }

  /** Makes the caches forget what was prepared just now. */
  void lookElsewhere() {
    for (var look = 0; look < LOOKS; look++) {
      allocator.occupant(pool.any().range().start());
    }
  }
}
