package dev.butlerlabs.butler.bench.ipam.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Capacity;
import dev.butlerlabs.butler.ipam.allocator.Occupant;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DuelTest {

  private static final int STEPS = 100_000;
  private final long seed = System.nanoTime();

  @Test
  void allocatorAndModelNeverDiffer() {
    System.out.printf("model test: %d steps from seed %d%n", STEPS, seed);

    assertThat(new Duel(seed, RealPool::new).play(STEPS)).isEmpty();
  }

  @Test
  void allocatorThatForgetsARestIsFound() {
    assertFound(
        step ->
            step instanceof Step.Release(var holder, var from, var to, var now, _)
                ? new Step.Release(holder, from, to, now, 0)
                : step);
  }

  @Test
  void allocatorThatEndsRestsASecondEarlyIsFound() {
    assertFound(step -> step instanceof Step.Expire(var now) ? new Step.Expire(now + 1) : step);
  }

  @Test
  void allocatorThatIgnoresAlignmentIsFound() {
    assertFound(
        step ->
            step instanceof Step.Aligned(var holder, var count, _)
                ? new Step.Allocate(holder, count)
                : step);
  }

  @Test
  void allocatorThatGivesAnotherHolderTheRangeIsFound() {
    assertFound(
        step ->
            step instanceof Step.Pin(var holder, var from, var to)
                ? new Step.Pin((holder + 1) % Steps.HOLDERS, from, to)
                : step);
  }

  @Test
  void allocatorThatForgetsToReserveTheLastAddressIsFound() {
    assertFound(
        step ->
            step instanceof Step.Reserve(var from, var to) && from < to
                ? new Step.Reserve(from, to - 1)
                : step);
  }

  private void assertFound(UnaryOperator<Step> bug) {
    var found =
        new Duel(seed, (place, real) -> new Wrong(new RealPool(place, real), bug)).play(STEPS);

    assertThat(found).as("seed %d", seed).isPresent();
  }

  /** The allocator with a planted bug: what it is asked is not what it does. */
  private record Wrong(Pool pool, UnaryOperator<Step> bug) implements Pool {

    @Override
    public Object play(Step step) {
      return pool.play(bug.apply(step));
    }

    @Override
    public Capacity capacity() {
      return pool.capacity();
    }

    @Override
    public Occupant<Integer> occupant(int cell) {
      return pool.occupant(cell);
    }

    @Override
    public List<AddressRange> rangesOf(int holder) {
      return pool.rangesOf(holder);
    }

    @Override
    public Optional<Instant> nextRestEnd() {
      return pool.nextRestEnd();
    }
  }
}
