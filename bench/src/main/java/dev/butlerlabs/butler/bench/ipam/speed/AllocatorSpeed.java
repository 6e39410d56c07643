package dev.butlerlabs.butler.bench.ipam.speed;

import static dev.butlerlabs.butler.bench.ipam.speed.Scene.NEWCOMER;
import static dev.butlerlabs.butler.bench.ipam.speed.Scene.REST;

import java.math.BigInteger;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** Each operation of the allocator, one per sample. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AllocatorSpeed {

  private static final BigInteger ALIGNMENT = BigInteger.valueOf(8);
  private static final int PIECES = 4;

  @Benchmark
  public Object allocate(Scene scene) {
    return scene.allocator.allocate(NEWCOMER, scene.count);
  }

  @Benchmark
  public Object allocateAligned(Scene scene) {
    return scene.allocator.allocateAligned(NEWCOMER, scene.count, ALIGNMENT);
  }

  /** A pool without a run for what is wanted: two to four are needed. */
  public static class Scattered extends Scene {

    private int largest = 1;
    BigInteger much = BigInteger.ONE;

    @Override
    void furnish() {
      allocator.pin(NEWCOMER + NEWCOMER, gaps.getLast().range());
      gaps = gaps.subList(0, gaps.size() - 1);
      largest = allocator.capacity().largestRun().intValueExact();
    }

    @Override
    void prepare() {
      much = BigInteger.valueOf(largest + pool.random.nextInt(largest) + 1L);
    }
  }

  @Benchmark
  public Object allocateInPieces(Scattered scene) {
    return scene.allocator.allocateInPieces(NEWCOMER, scene.much, PIECES);
  }

  @Benchmark
  public Object pin(Scene scene) {
    return scene.allocator.pin(NEWCOMER, scene.free);
  }

  @Benchmark
  public Object release(Scene scene) {
    var chosen = scene.chosen;
    return scene.allocator.release(
        chosen.holder(), chosen.range(), scene.now, scene.now.plus(REST));
  }

  @Benchmark
  public Object releaseAtOnce(Scene scene) {
    return scene.allocator.release(scene.chosen.holder(), scene.chosen.range(), scene.now);
  }

  @Benchmark
  public Object grow(Scene scene) {
    var narrow = scene.narrow;
    return scene.allocator.resize(
        narrow.holder(), narrow.range(), scene.wider, scene.now, scene.now);
  }

  @Benchmark
  public Object shrink(Scene scene) {
    var wide = scene.wide;
    return scene.allocator.resize(
        wide.holder(), wide.range(), scene.narrower, scene.now, scene.now.plus(REST));
  }

  @Benchmark
  public Object reserve(Scene scene) {
    return scene.allocator.reserve(scene.free);
  }

  /** The free range is reserved. */
  public static class Reserved extends Scene {
    @Override
    void prepare() {
      allocator.reserve(free);
      lookElsewhere();
    }
  }

  @Benchmark
  public Object unreserve(Reserved scene) {
    return scene.allocator.unreserve(scene.free);
  }

  @Benchmark
  public Object quarantine(Scene scene) {
    return scene.allocator.quarantine(scene.free, scene.now.plus(REST));
  }

  /** The free range has rested long enough. */
  public static class Rested extends Scene {
    @Override
    void prepare() {
      allocator.quarantine(free, now);
      lookElsewhere();
    }
  }

  @Benchmark
  public Object expire(Rested scene) {
    return scene.allocator.expire(scene.now);
  }

  @Benchmark
  public Object occupant(Scene scene) {
    return scene.allocator.occupant(scene.chosen.range().start());
  }

  @Benchmark
  public Object rangesOf(Scene scene) {
    return scene.allocator.rangesOf(scene.chosen.holder());
  }

  @Benchmark
  public Object capacity(Scene scene) {
    return scene.allocator.capacity();
  }
}
