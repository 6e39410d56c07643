package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.math.BigInteger;

/** What a claim asks for. */
public sealed interface Wish {

  BigInteger size();

  /** So many addresses side by side, wherever they are. */
  record Anywhere(BigInteger size) implements Wish {}

  /** The same, beginning where a CIDR of that size can begin. */
  record Aligned(BigInteger size) implements Wish {

    public BigInteger alignment() {
      return BigInteger.TWO.pow(size.subtract(BigInteger.ONE).bitLength());
    }
  }

  /** Exactly these. */
  record Pinned(AddressRange range) implements Wish {

    @Override
    public BigInteger size() {
      return range.size();
    }
  }
}
