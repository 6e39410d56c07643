package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Collectors;

/** What became of a wish for addresses. Whatever is not {@link Granted} changed nothing. */
public sealed interface Grant<H> {

  /** The holder has these now: one range, or as many pieces as were allowed and needed. */
  record Granted<H>(List<AddressRange> ranges) implements Grant<H> {
    public Granted {
      ranges = List.copyOf(ranges);
    }

    /** The first range, which is the only one unless pieces were allowed. */
    public AddressRange range() {
      return ranges.getFirst();
    }
  }

  /**
   * No free run is large enough. The pool is full for this wish if {@code free} is below {@code
   * wanted}, otherwise it is fragmented.
   */
  record NoContiguousBlock<H>(BigInteger wanted, BigInteger free, BigInteger largest)
      implements Grant<H> {}

  /**
   * Enough is free, but not in so few pieces: the {@code pieces} largest runs hold {@code most}.
   */
  record TooScattered<H>(BigInteger wanted, int pieces, BigInteger most, BigInteger free)
      implements Grant<H> {}

  /** The first address of the wanted range that is not free, and what it is used for. */
  record Conflict<H>(Address address, Occupant<H> occupant) implements Grant<H> {}

  /** The wanted range is not, or not wholly, inside a window. */
  record OutOfRange<H>(AddressRange range, List<AddressRange> windows) implements Grant<H> {
    public OutOfRange {
      windows = List.copyOf(windows);
    }
  }

  /** The wanted range starts in one window and ends in another. */
  record Straddles<H>(AddressRange range, AddressRange first, AddressRange last)
      implements Grant<H> {}

  /** The wish itself makes no sense, whatever the pool looks like. */
  record Senseless<H>(String why) implements Grant<H> {}

  /** What happened, and for a refusal what could be done, in one line. */
  default String sentence() {
    return switch (this) {
      case Granted<H>(var ranges) -> "granted " + listed(ranges);
      case NoContiguousBlock<H>(var wanted, var free, var largest) ->
          "no contiguous block of %s addresses: %s are free, the largest free run has %s"
              .formatted(wanted, free, largest);
      case TooScattered<H>(var wanted, var pieces, var most, var free) ->
          "no %s addresses in at most %d pieces: %s are free, but the largest %d free runs hold %s"
              .formatted(wanted, pieces, free, pieces, most);
      case Conflict<H>(var address, var occupant) ->
          "%s %s; choose a range that is free".formatted(address, occupant.sentence());
      case OutOfRange<H>(var range, var windows) ->
          "%s is not inside a window of the pool; the windows are %s"
              .formatted(range, windows.isEmpty() ? "none" : listed(windows));
      case Straddles<H>(var range, var first, var last) ->
          "%s straddles the windows %s and %s; choose a range inside one of them"
              .formatted(range, ends(first), ends(last));
      case Senseless<H>(var why) -> why;
    };
  }

  private static String listed(List<AddressRange> ranges) {
    return ranges.stream().map(Grant::ends).collect(Collectors.joining(", "));
  }

  private static String ends(AddressRange range) {
    return range.start() + "-" + range.end();
  }
}
