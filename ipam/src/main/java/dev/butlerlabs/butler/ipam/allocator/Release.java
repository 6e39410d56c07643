package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.time.Instant;

/** What became of giving a range back. */
public sealed interface Release<H> {

  /** It can be given out again now. */
  record Freed<H>(AddressRange range) implements Release<H> {}

  /** It can be given out again from then on. */
  record Rests<H>(AddressRange range, Instant until) implements Release<H> {}

  /** Nothing changed: this first address of the range is not this holder's to give back. */
  record NotHeld<H>(Address address, Occupant<H> occupant) implements Release<H> {

    public String sentence() {
      return "%s cannot be given back: it %s".formatted(address, occupant.sentence());
    }
  }
}
