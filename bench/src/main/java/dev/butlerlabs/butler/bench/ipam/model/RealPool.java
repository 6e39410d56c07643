package dev.butlerlabs.butler.bench.ipam.model;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Allocator;
import dev.butlerlabs.butler.ipam.allocator.Capacity;
import dev.butlerlabs.butler.ipam.allocator.Occupant;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The allocator, played. */
public final class RealPool implements Pool {

  private final Place place;
  private final Allocator<Integer> allocator;

  public RealPool(Place place, Allocator<Integer> allocator) {
    this.place = place;
    this.allocator = allocator;
  }

  @Override
  public Object play(Step step) {
    return switch (step) {
      case Step.Allocate(var holder, var count) -> allocator.allocate(holder, count);
      case Step.Aligned(var holder, var count, var bits) ->
          allocator.allocateAligned(holder, number(count), BigInteger.TWO.pow(bits));
      case Step.Pieces(var holder, var count, var most) ->
          allocator.allocateInPieces(holder, number(count), most);
      case Step.Pin(var holder, var from, var to) -> allocator.pin(holder, place.range(from, to));
      case Step.Release(var holder, var from, var to, var now, var rest) ->
          allocator.release(holder, place.range(from, to), Place.time(now), Place.time(now + rest));
      case Step.Resize(var holder, var from, var to, var size, var now, var rest) ->
          allocator.resize(
              holder, place.range(from, to), number(size), Place.time(now), Place.time(now + rest));
      case Step.Reserve(var from, var to) -> allocator.reserve(place.range(from, to));
      case Step.Unreserve(var from, var to) -> allocator.unreserve(place.range(from, to));
      case Step.Quarantine(var from, var to, var until) ->
          allocator.quarantine(place.range(from, to), Place.time(until));
      case Step.Expire(var now) ->
          allocator.expire(Place.time(now)).stream()
              .map(AddressRange::size)
              .reduce(BigInteger.ZERO, BigInteger::add);
    };
  }

  private static BigInteger number(int value) {
    return BigInteger.valueOf(value);
  }

  @Override
  public Capacity capacity() {
    return allocator.capacity();
  }

  @Override
  public Occupant<Integer> occupant(int cell) {
    return allocator.occupant(place.address(cell));
  }

  @Override
  public List<AddressRange> rangesOf(int holder) {
    return allocator.rangesOf(holder);
  }

  @Override
  public Optional<Instant> nextRestEnd() {
    return allocator.nextRestEnd();
  }
}
