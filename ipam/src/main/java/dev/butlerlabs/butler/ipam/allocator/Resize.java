package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.math.BigInteger;

/** What became of the wish to make a held range larger or smaller where it is. */
public sealed interface Resize<H> {

  /** It already had that size. */
  record Unchanged<H>(AddressRange range) implements Resize<H> {}

  /** The holder now has {@code after}, which has all of {@code before}. */
  record Grown<H>(AddressRange before, AddressRange after) implements Resize<H> {}

  /** The holder keeps {@code after}; {@code givenBack}, the end of {@code before}, was released. */
  record Shrunk<H>(AddressRange before, AddressRange after, AddressRange givenBack)
      implements Resize<H> {}

  /** Nothing changed: so many addresses are free right below and right above it. */
  record NoRoom<H>(AddressRange range, BigInteger wanted, BigInteger below, BigInteger above)
      implements Resize<H> {

    public String sentence() {
      return "%s cannot grow to %s addresses where it is: %s below it and %s above it are free"
          .formatted(range, wanted, below, above);
    }
  }

  /** Nothing changed: what starts at this address is not that range of that holder. */
  record NotHeld<H>(Address address, Occupant<H> occupant) implements Resize<H> {}

  /** The wish itself makes no sense. */
  record Senseless<H>(String why) implements Resize<H> {}
}
