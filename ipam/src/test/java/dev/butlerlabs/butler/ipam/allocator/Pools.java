package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Short words for the examples. */
final class Pools {

  static final Instant NOON = Instant.parse("2026-03-03T12:00:00Z");

  private Pools() {}

  static AddressRange range(String text) {
    return AddressRange.parse(text).require();
  }

  static Address address(String text) {
    return Address.parse(text).require();
  }

  static Allocator<String> pool(String... windows) {
    return Allocator.unused(ranges(windows));
  }

  static List<AddressRange> ranges(String... texts) {
    return Stream.of(texts).map(Pools::range).toList();
  }

  static Grant<String> granted(String... texts) {
    return new Grant.Granted<>(ranges(texts));
  }

  /** So many minutes past noon. */
  static Instant minute(int minutes) {
    return NOON.plusSeconds(60L * minutes);
  }
}
