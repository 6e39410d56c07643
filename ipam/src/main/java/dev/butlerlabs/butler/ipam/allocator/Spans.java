package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a pool's addresses are: the windows as configured, and the spans that windows form where
 * they touch. A block may lie across touching windows; a pinned range may not.
 */
final class Spans {

  private final List<AddressRange> windows;
  private final List<AddressRange> spans;

  Spans(List<AddressRange> windows) {
    this.windows = merged(windows, false);
    this.spans = merged(windows, true);
  }

  /** In order and without overlap; touching ones become one if asked for. */
  static List<AddressRange> merged(List<AddressRange> ranges, boolean touching) {
    var merged = new ArrayList<AddressRange>();
    for (var range : ranges.stream().sorted().toList()) {
      var last = merged.isEmpty() ? null : merged.getLast();
      if (last == null || !joins(last, range, touching)) {
        merged.add(range);
      } else if (range.end().isAfter(last.end())) {
        merged.set(merged.size() - 1, new AddressRange(last.start(), range.end()));
      }
    }
    return List.copyOf(merged);
  }

  private static boolean joins(AddressRange low, AddressRange high, boolean touching) {
    return low.overlaps(high)
        || (touching && !low.end().isLast() && low.end().next().equals(high.start()));
  }

  List<AddressRange> windows() {
    return windows;
  }

  List<AddressRange> all() {
    return spans;
  }

  @Nullable AddressRange windowOf(Address address) {
    return holding(windows, address);
  }

  @Nullable AddressRange spanOf(Address address) {
    return holding(spans, address);
  }

  private static @Nullable AddressRange holding(List<AddressRange> ranges, Address address) {
    var at = firstEndingAt(ranges, address);
    return at < ranges.size() && ranges.get(at).contains(address) ? ranges.get(at) : null;
  }

  /** The index of the first range that ends at the address or behind it. */
  private static int firstEndingAt(List<AddressRange> ranges, Address address) {
    var low = 0;
    var high = ranges.size();
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (ranges.get(middle).end().isBefore(address)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The parts of a range that belong to the pool, in order. */
  List<AddressRange> inside(AddressRange range) {
    var parts = new ArrayList<AddressRange>();
    for (var at = firstEndingAt(spans, range.start()); at < spans.size(); at++) {
      var part = spans.get(at).common(range);
      if (part.isEmpty()) {
        break;
      }
      parts.add(part.get());
    }
    return parts;
  }

  boolean contains(AddressRange range) {
    var span = spanOf(range.start());
    return span != null && span.contains(range);
  }

  BigInteger total() {
    return spans.stream().map(AddressRange::size).reduce(BigInteger.ZERO, BigInteger::add);
  }
}
