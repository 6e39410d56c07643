package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Distance;
import dev.butlerlabs.butler.ipam.allocator.Segment.Disputed;
import dev.butlerlabs.butler.ipam.allocator.Segment.Held;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The addresses of one pool and who has them.
 *
 * <p>It keeps ranges, not addresses, so a pool may be as large as its family. Each operation costs
 * the logarithm of the number of ranges for each range it touches. Times are passed in and kept to
 * the millisecond. Not for two threads at once.
 *
 * @param <H> who can hold a range: any small value with {@code equals}
 */
public final class Allocator<H> {

  private final Ground<H> ground;
  private final Granting<H> granting;

  Allocator(Ground<H> ground) {
    this.ground = ground;
    this.granting = new Granting<>(ground);
  }

  /** A pool that nobody has used; {@link Restoring} makes one from what is stored. */
  public static <H> Allocator<H> unused(List<AddressRange> windows) {
    return new Restoring<H>().windows(windows).restore().allocator();
  }

  /** Gives out {@code count} contiguous addresses by best fit. */
  public Grant<H> allocate(H holder, BigInteger count) {
    return granting.contiguous(holder, count);
  }

  public Grant<H> allocate(H holder, long count) {
    return allocate(holder, BigInteger.valueOf(count));
  }

  /** The same, at a start that is a multiple of {@code alignment}, a power of two. */
  public Grant<H> allocateAligned(H holder, BigInteger count, BigInteger alignment) {
    return granting.aligned(holder, count, alignment);
  }

  /** Whether {@link #allocateAligned} would give something out now; changes nothing. */
  public boolean fits(BigInteger count, BigInteger alignment) {
    return granting.fits(count, alignment);
  }

  /**
   * Gives out {@code count} addresses in as few pieces as can be, and in no more than {@code most}.
   */
  public Grant<H> allocateInPieces(H holder, BigInteger count, int most) {
    return granting.inPieces(holder, count, most);
  }

  /** Gives out exactly this range, which must lie in one window and be free. */
  public Grant<H> pin(H holder, AddressRange range) {
    return granting.exactly(holder, range);
  }

  /** Gives a range back, free at once. */
  public Release<H> release(H holder, AddressRange range, Instant at) {
    return release(holder, range, at, at);
  }

  /**
   * Gives a range back at a time, to rest until another. It may be a part of what the holder has,
   * or reach over several of its ranges.
   */
  public Release<H> release(H holder, AddressRange range, Instant at, Instant until) {
    var strange = ground.firstNotHeldBy(holder, range);
    if (strange.isPresent()) {
      return new Release.NotHeld<>(strange.get(), occupant(strange.get()));
    }
    return giveBack(holder, range, at, until);
  }

  private Release<H> giveBack(H holder, AddressRange range, Instant at, Instant until) {
    if (!until.isAfter(at)) {
      ground.giveBack(range, Moments.down(at));
      return new Release.Freed<>(range);
    }
    ground.giveBack(range, holder, Moments.down(at), Moments.up(until));
    return new Release.Rests<>(range, until);
  }

  /**
   * Makes a held range larger or smaller where it is. It grows upwards as far as it can and
   * downwards for the rest; it shrinks from its end, which is then given back as by {@link
   * #release(Object, AddressRange, Instant, Instant)}.
   */
  public Resize<H> resize(
      H holder, AddressRange range, BigInteger size, Instant at, Instant until) {
    if (size.signum() <= 0) {
      return new Resize.Senseless<>(
          "%s cannot be made %s addresses large; release it instead".formatted(range, size));
    }
    var segment = ground.spans.contains(range) ? ground.segments.at(range.start()) : null;
    if (!(segment instanceof Held<H> held)
        || !held.holder.equals(holder)
        || !held.range().equals(range)) {
      return new Resize.NotHeld<>(range.start(), occupant(range.start()));
    }
    var resizing = new Resizing<>(ground, held);
    return switch (size.compareTo(range.size())) {
      case 0 -> new Resize.Unchanged<>(range);
      case 1 -> resizing.grow(size);
      default -> {
        var shrunk = resizing.shrink(Distance.ofSize(size).orElseThrow());
        giveBack(holder, shrunk.givenBack(), at, until);
        yield shrunk;
      }
    };
  }

  /** Keeps the range from being given out until further notice. Resting addresses rest on below. */
  public Withdrawal<H> reserve(AddressRange range) {
    var before = ground.segments.reserved.total();
    return withdraw(
        range, ground::reserve, () -> ground.segments.reserved.total().subtract(before));
  }

  /** Ends the reservation of the range; what still rests there rests on. */
  public Withdrawal<H> unreserve(AddressRange range) {
    var before = ground.segments.reserved.total();
    ground.spans.inside(range).forEach(ground::unreserve);
    return new Withdrawal.Done<>(before.subtract(ground.segments.reserved.total()));
  }

  /** Lets the range rest at least until then, without anybody having given it back. */
  public Withdrawal<H> quarantine(AddressRange range, Instant until) {
    var before = free();
    return withdraw(
        range, part -> ground.rest(part, null, Moments.up(until)), () -> before.subtract(free()));
  }

  private Withdrawal<H> withdraw(
      AddressRange range, Consumer<AddressRange> act, Supplier<BigInteger> changed) {
    var parts = ground.spans.inside(range);
    for (var part : parts) {
      for (var segment : ground.segments.meeting(part)) {
        if (segment instanceof Held<H> || segment instanceof Disputed<H>) {
          var address = part.contains(segment.start()) ? segment.start() : part.start();
          return new Withdrawal.Conflict<>(address, segment.occupant());
        }
      }
    }
    parts.forEach(act);
    return new Withdrawal.Done<>(changed.get());
  }

  /** Frees what has rested long enough; returns it in the order in which it was found. */
  public List<AddressRange> expire(Instant now) {
    var rested = new ArrayList<AddressRange>();
    var moment = Moments.down(now);
    for (var next = ground.segments.rested(moment);
        next != null;
        next = ground.segments.rested(moment)) {
      rested.add(next.range());
      ground.free(next.range());
    }
    return rested;
  }

  /** When {@link #expire} has something to do next. */
  public Optional<Instant> nextRestEnd() {
    return ground.segments.earliest().map(Moments::instant);
  }

  public Occupant<H> occupant(Address address) {
    if (ground.spans.spanOf(address) == null) {
      return new Occupant.Outside<>();
    }
    var segment = ground.segments.at(address);
    if (segment != null) {
      return segment.occupant();
    }
    var released = ground.marks.released(address);
    return new Occupant.Free<>(released == Moments.NEVER_USED ? null : Moments.instant(released));
  }

  public BigInteger free() {
    return ground.runs.free();
  }

  public Capacity capacity() {
    var segments = ground.segments;
    return new Capacity(
        ground.spans.total().subtract(segments.reserved.total()),
        segments.used.total(),
        segments.reserved.total(),
        segments.resting.total(),
        free(),
        ground.runs.largestSize(),
        ground.runs.size(),
        segments.heldRanges());
  }

  /** What one holder has, by address. */
  public List<AddressRange> rangesOf(H holder) {
    return ground.segments.rangesOf(holder);
  }

  /** Everything that is held, by address. */
  public List<Holding<H>> holdings() {
    var holdings = new ArrayList<Holding<H>>();
    ground.segments.forEach(
        segment -> {
          if (segment instanceof Held<H> held) {
            holdings.add(new Holding<>(held.range(), held.holder));
          }
        });
    return holdings;
  }

  /** The windows in order; ones that overlapped are one. */
  public List<AddressRange> windows() {
    return ground.spans.windows();
  }
}
