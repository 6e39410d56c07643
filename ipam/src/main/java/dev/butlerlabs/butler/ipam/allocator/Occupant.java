package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one address is used for. */
public sealed interface Occupant<H> {

  /**
   * Can be given out.
   *
   * @param released when it was last given back; null if it was never used as far as is known
   */
  record Free<H>(@Nullable Instant released) implements Occupant<H> {}

  record Held<H>(AddressRange range, H holder) implements Occupant<H> {}

  /** What is stored gives it to several holders; nobody gets it until that is cleared up. */
  record Disputed<H>(AddressRange range, Set<H> holders) implements Occupant<H> {
    public Disputed {
      holders = Set.copyOf(holders);
    }
  }

  record Reserved<H>(AddressRange range) implements Occupant<H> {}

  /**
   * Was given back and is not given out before its time.
   *
   * @param last who gave it back, where that is known
   */
  record Resting<H>(AddressRange range, @Nullable H last, Instant until) implements Occupant<H> {}

  /** Not an address of this pool. */
  record Outside<H>() implements Occupant<H> {}

  /** To be put behind an address: {@code is held by …}. */
  default String sentence() {
    return switch (this) {
      case Free<H> _ -> "is free";
      case Held<H>(var range, var holder) -> "is held by " + holder + " as part of " + range;
      case Disputed<H>(var range, var holders) ->
          "is disputed: %s is recorded for %s"
              .formatted(
                  range,
                  String.join(" and ", holders.stream().map(String::valueOf).sorted().toList()));
      case Reserved<H>(var range) -> "is reserved as part of " + range;
      case Resting<H>(var range, var last, var until) ->
          "rests until %s as part of %s%s"
              .formatted(until, range, last == null ? "" : " after it was held by " + last);
      case Outside<H> _ -> "is not an address of this pool";
    };
  }
}
