package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import java.math.BigInteger;

/** What became of keeping addresses from being given out, or of allowing them again. */
public sealed interface Withdrawal<H> {

  /** It is so; {@code changed} addresses of the pool were not so before. */
  record Done<H>(BigInteger changed) implements Withdrawal<H> {}

  /** Nothing changed: this first address of the range is held. */
  record Conflict<H>(Address address, Occupant<H> occupant) implements Withdrawal<H> {

    public String sentence() {
      return "%s %s; have it released first".formatted(address, occupant.sentence());
    }
  }
}
