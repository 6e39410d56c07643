package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.territory.Ranges;
import java.math.BigInteger;
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
    if (ranges.size() == 1 && listsNoMore(ranges.getFirst(), status)) {
      return ranges;
    }
    for (var address : status.addresses()) {
      add(ranges, AddressRange.parse(address));
    }
    return Ranges.of(ranges).all();
  }

  private static void add(List<AddressRange> ranges, Parsed<AddressRange> read) {
    if (read instanceof Parsed.Good<AddressRange>(var range)) {
      ranges.add(range);
    }
  }

  /** Ours lists what lies between the ends, in order; that needs no second reading. */
  private static boolean listsNoMore(AddressRange range, IPAllocationStatus status) {
    var listed = status.addresses();
    return listed.isEmpty()
        || (range.size().equals(BigInteger.valueOf(listed.size()))
            && listed.getFirst().equals(status.startAddress())
            && listed.getLast().equals(status.endAddress()));
  }
}
