package dev.butlerlabs.butler.bench.ipam.churn;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Distance;
import dev.butlerlabs.butler.ipam.allocator.Allocator;
import dev.butlerlabs.butler.ipam.allocator.Grant;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;

/** The allocator itself. */
final class BestFit implements Strategy {

  private static final Address BASE = Address.parse("10.40.0.0").require();
  private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
  private static final String HOLDER = "churn";

  private final Allocator<String> allocator;
  private long releases;

  BestFit(int addresses) {
    allocator = Allocator.unused(List.of(AddressRange.ofSize(BASE, BigInteger.valueOf(addresses))));
  }

  @Override
  public int take(int size) {
    return allocator.allocate(HOLDER, size) instanceof Grant.Granted<String> granted
        ? (int) BASE.distanceTo(granted.range().start()).low()
        : -1;
  }

  /** A second passes with each. */
  @Override
  public void giveBack(int start, int size) {
    var first = BASE.plus(new Distance(0, start));
    var range = new AddressRange(first, first.plus(new Distance(0, size - 1L)));
    allocator.release(HOLDER, range, EPOCH.plusSeconds(releases++));
  }

  @Override
  public int fragmentationPercent() {
    return allocator.capacity().fragmentationPercent();
  }

  @Override
  public int free() {
    return allocator.free().intValueExact();
  }
}
