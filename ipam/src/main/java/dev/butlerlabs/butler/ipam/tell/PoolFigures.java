package dev.butlerlabs.butler.ipam.tell;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Capacity;
import dev.butlerlabs.butler.ipam.territory.Ranges;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The counts in a pool's status. A number that is too large for the wire is told as the largest one
 * that fits; nobody counts the addresses of an IPv6 network one by one.
 */
public record PoolFigures(
    @Nullable Integer totalIPs,
    @Nullable Integer allocatedIPs,
    @Nullable Integer availableIPs,
    @Nullable Integer restingIPs,
    int allocationCount,
    @Nullable Integer largestFreeBlock,
    @Nullable Integer fragmentationPercent,
    @Nullable Integer poolSizeIPs,
    @Nullable Integer reservedIPs,
    List<AddressRange> unmanagedRanges,
    @Nullable Integer unmanagedScopeIPs)
    implements Wire {

  /** What these are called in the status. */
  static final Set<String> FIELDS =
      Set.of(
          "totalIPs",
          "allocatedIPs",
          "availableIPs",
          "restingIPs",
          "allocationCount",
          "largestFreeBlock",
          "fragmentationPercent",
          "poolSizeIPs",
          "reservedIPs",
          "unmanagedRanges",
          "unmanagedScopeIPs");

  /** Who needs more of them reads the spec. */
  private static final int MOST_RANGES = 64;

  private static final BigInteger LARGEST = BigInteger.valueOf(Integer.MAX_VALUE);

  public PoolFigures {
    unmanagedRanges = Wire.list(unmanagedRanges);
  }

  static PoolFigures of(PoolView view) {
    var land = view.territory();
    var known = view.capacity();
    return new PoolFigures(
        count(known.map(Capacity::usable)),
        count(known.map(Capacity::used)),
        count(known.map(Capacity::free)),
        count(known.map(Capacity::resting)),
        view.allocations(),
        count(known.map(Capacity::largestRun)),
        known.map(Capacity::fragmentationPercent).orElse(null),
        count(Optional.of(land.poolSize()).filter(_ -> land.valid())),
        count(Optional.of(land.reservedParts().size()).filter(_ -> land.valid())),
        wire(land.unmanaged()),
        count(Optional.of(land.unmanagedScope()).filter(_ -> land.valid())));
  }

  private static @Nullable Integer count(Optional<BigInteger> number) {
    return number.map(value -> value.min(LARGEST).intValueExact()).orElse(null);
  }

  private static List<AddressRange> wire(Ranges ranges) {
    return ranges.all().stream()
        .limit(MOST_RANGES)
        .map(range -> new AddressRange(range.start().toString(), range.end().toString()))
        .toList();
  }
}
