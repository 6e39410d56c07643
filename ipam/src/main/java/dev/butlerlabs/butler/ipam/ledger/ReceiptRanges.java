package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which addresses a status names, in every way it may name them: ours names both ends, the list is
 * what others wrote too. What cannot be read names nothing.
 */
final class ReceiptRanges {

  private ReceiptRanges() {}

  static List<AddressRange> of(@Nullable IPAllocationStatus status) {
    if (status == null) {
      return List.of();
    }
    var ranges = new ArrayList<AddressRange>();
    if (status.startAddress() != null && status.endAddress() != null) {
      add(ranges, AddressRange.between(status.startAddress(), status.endAddress()));
    }
    for (var address : status.addresses()) {
      add(ranges, AddressRange.parse(address));
    }
    return joined(ranges);
  }

  private static void add(List<AddressRange> ranges, Parsed<AddressRange> read) {
    if (read instanceof Parsed.Good<AddressRange>(var range)) {
      ranges.add(range);
    }
  }

  private static List<AddressRange> joined(List<AddressRange> ranges) {
    var joined = new ArrayList<AddressRange>();
    for (var next : ranges.stream().sorted().toList()) {
      var last = joined.isEmpty() ? null : joined.getLast();
      if (last == null || !meets(last, next)) {
        joined.add(next);
      } else if (next.end().isAfter(last.end())) {
        joined.set(joined.size() - 1, new AddressRange(last.start(), next.end()));
      }
    }
    return joined;
  }

  private static boolean meets(AddressRange first, AddressRange second) {
    return first.family() == second.family()
        && (first.end().isLast() || !second.start().isAfter(first.end().next()));
  }
}
