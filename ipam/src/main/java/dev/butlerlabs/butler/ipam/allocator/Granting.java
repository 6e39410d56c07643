package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Distance;
import dev.butlerlabs.butler.ipam.allocator.Choice.Place;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** Answers wishes for addresses. */
final class Granting<H> {

  private final Ground<H> ground;
  private final Choice choice;

  Granting(Ground<H> ground) {
    this.ground = ground;
    this.choice = new Choice(ground);
  }

  /** Gives out {@code count} contiguous addresses by best fit. */
  Grant<H> contiguous(H holder, BigInteger count) {
    var distance = Distance.ofSize(count);
    if (count.signum() <= 0) {
      return new Grant.Senseless<>(
          "%s addresses cannot be given out; ask for at least 1".formatted(count));
    }
    return granted(holder, count, distance.map(choice::bestFit));
  }

  /** The same, at a start that is a multiple of {@code alignment}, a power of two. */
  Grant<H> aligned(H holder, BigInteger count, BigInteger alignment) {
    if (alignment.signum() <= 0 || alignment.bitCount() != 1) {
      return new Grant.Senseless<>(
          "nothing can be aligned to %s; ask for a power of two".formatted(alignment));
    }
    if (count.signum() <= 0) {
      return contiguous(holder, count);
    }
    return granted(holder, count, place(count, alignment));
  }

  /** Whether there is a place for an aligned block. */
  boolean fits(BigInteger count, BigInteger alignment) {
    return count.signum() > 0
        && alignment.bitCount() == 1
        && alignment.signum() > 0
        && place(count, alignment).isPresent();
  }

  private Optional<Place> place(BigInteger count, BigInteger alignment) {
    var bits = alignment.getLowestSetBit();
    return Distance.ofSize(count)
        .filter(_ -> bits <= familyBits())
        .map(far -> choice.aligned(far, bits));
  }

  private int familyBits() {
    return ground.spans.windows().isEmpty() ? 0 : ground.spans.windows().getFirst().family().bits();
  }

  private Grant<H> granted(H holder, BigInteger count, Optional<Place> found) {
    if (found.isEmpty()) {
      return new Grant.NoContiguousBlock<>(count, ground.runs.free(), ground.runs.largestSize());
    }
    return granted(holder, List.of(found.get()));
  }

  /**
   * Gives out {@code count} addresses in as few pieces as can be, and in no more than {@code most}.
   */
  Grant<H> inPieces(H holder, BigInteger count, int most) {
    if (most < 1) {
      return new Grant.Senseless<>(
          "no addresses fit into %d pieces; allow at least 1".formatted(most));
    }
    if (count.signum() <= 0 || most == 1) {
      return contiguous(holder, count);
    }
    var pieces = Distance.ofSize(count).map(far -> choice.pieces(far, most)).orElse(List.of());
    if (pieces.isEmpty()) {
      return ground.runs.free().compareTo(count) < 0
          ? new Grant.NoContiguousBlock<>(count, ground.runs.free(), ground.runs.largestSize())
          : new Grant.TooScattered<>(count, most, choice.reach(most), ground.runs.free());
    }
    return granted(holder, pieces);
  }

  /** Each place lies in a run of its own. */
  private Grant<H> granted(H holder, List<Place> places) {
    places.forEach(place -> ground.hold(place.run(), place.range(), holder));
    return new Grant.Granted<>(places.stream().map(Place::range).toList());
  }

  /** Gives out exactly this range, which must lie in one window and be free. */
  Grant<H> exactly(H holder, AddressRange range) {
    var first = ground.spans.windowOf(range.start());
    var last = ground.spans.windowOf(range.end());
    if (first == null || last == null) {
      return new Grant.OutOfRange<>(range, ground.spans.windows());
    }
    if (!first.equals(last)) {
      return new Grant.Straddles<>(range, first, last);
    }
    var taken = ground.firstIn(range);
    if (taken != null) {
      var address = range.contains(taken.start()) ? taken.start() : range.start();
      return new Grant.Conflict<>(address, taken.occupant());
    }
    ground.hold(range, holder);
    return new Grant.Granted<>(List.of(range));
  }
}
