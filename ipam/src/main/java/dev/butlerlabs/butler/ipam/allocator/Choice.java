package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.address.Distance;
import dev.butlerlabs.butler.ipam.allocator.FreeRuns.Run;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which free addresses to take. Looks, and changes nothing.
 *
 * <p>The run is the first in the order of {@link FreeRuns}. Of a run that is too large, one of its
 * two ends is taken, because anything else would leave two runs: the colder end, where a block is
 * as warm as its most recently released address, and the lower one if they are alike.
 */
final class Choice {

  private static final int TRIES = 8;

  private final FreeRuns runs;
  private final Marks marks;

  Choice(Ground<?> ground) {
    runs = ground.runs;
    marks = ground.marks;
  }

  /** Free addresses, and the run they lie in. */
  record Place(Run run, AddressRange range) {}

  @Nullable Place bestFit(Distance distance) {
    var run = runs.bestFor(distance);
    return run == null ? null : endOf(run, distance);
  }

  /**
   * The same, with a start whose last {@code bits} bits are zero.
   *
   * <p>Of the runs that are large enough the first few are tried. If they all lie badly, the first
   * run is used that has an aligned place wherever it lies; only a pool without such a run is
   * searched to its end.
   */
  @Nullable Place aligned(Distance distance, int bits) {
    var order = runs.from(distance);
    for (var tries = 0; tries < TRIES && order.hasNext(); tries++) {
      var found = alignedIn(order.next(), distance, bits);
      if (found != null) {
        return found;
      }
    }
    var certain = widened(distance, bits).map(runs::bestFor);
    if (certain.isPresent()) {
      return alignedIn(certain.get(), distance, bits);
    }
    while (order.hasNext()) {
      var found = alignedIn(order.next(), distance, bits);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** How large a run must be to have an aligned place wherever it lies; empty if none can be. */
  private static Optional<Distance> widened(Distance distance, int bits) {
    var slack = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    return Distance.ofSize(distance.size().add(slack));
  }

  private @Nullable Place alignedIn(Run run, Distance distance, int bits) {
    var highest = run.end().minus(distance).roundedDown(bits);
    if (highest.isBefore(run.start())) {
      return null;
    }
    var rounded = run.start().roundedDown(bits);
    var lowest = rounded.equals(run.start()) ? rounded : blockBehind(rounded, bits);
    return new Place(run, colder(block(lowest, distance), block(highest, distance)));
  }

  /** There is one: the caller has seen a higher one. */
  private static Address blockBehind(Address start, int bits) {
    return new Block(start, start.family().bits() - bits).last().next();
  }

  private Place endOf(Run run, Distance distance) {
    var low = block(run.start(), distance);
    return new Place(
        run,
        run.warmth == Moments.NEVER_USED
            ? low
            : colder(low, block(run.end().minus(distance), distance)));
  }

  private AddressRange colder(AddressRange low, AddressRange high) {
    return !low.equals(high) && marks.warmth(high) < marks.warmth(low) ? high : low;
  }

  private static AddressRange block(Address start, Distance distance) {
    return new AddressRange(start, start.plus(distance));
  }

  /**
   * The fewest pieces that make up the distance: the largest runs whole, and what is then still
   * missing from the run that fits it best. Empty if that takes more pieces than allowed.
   */
  List<Place> pieces(Distance distance, int most) {
    var pieces = new ArrayList<Place>();
    var missing = distance;
    var run = runs.largest();
    while (run != null && pieces.size() < most) {
      if (run.distance().compareTo(missing) >= 0) {
        pieces.add(lastPiece(run, missing));
        return pieces;
      }
      pieces.add(new Place(run, run.range()));
      missing = minus(missing, run.distance());
      run = nextLargest(run);
    }
    return List.of();
  }

  /** How many addresses so many pieces could hold together. */
  BigInteger reach(int pieces) {
    var sum = BigInteger.ZERO;
    var run = runs.largest();
    for (var piece = 0; piece < pieces && run != null; piece++) {
      sum = sum.add(run.distance().size());
      run = nextLargest(run);
    }
    return sum;
  }

  /** Of the runs as large as the largest still there, some may have been chosen already. */
  private Place lastPiece(Run largest, Distance missing) {
    var best = runs.bestFor(missing);
    return best != null && best.distance().compareTo(largest.distance()) < 0
        ? endOf(best, missing)
        : endOf(largest, missing);
  }

  private @Nullable Run nextLargest(Run run) {
    var next = runs.after(run);
    return next != null && next.distance().equals(run.distance())
        ? next
        : runs.largestBelow(run.distance());
  }

  /** What is missing of a block after a smaller run was used up. */
  private static Distance minus(Distance missing, Distance run) {
    var low = missing.low() - run.low();
    var borrow = Long.compareUnsigned(missing.low(), run.low()) < 0 ? 1 : 0;
    var high = missing.high() - run.high() - borrow;
    return new Distance(low == 0 ? high - 1 : high, low - 1);
  }
}
