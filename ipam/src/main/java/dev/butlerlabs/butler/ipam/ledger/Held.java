package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.math.BigInteger;
import java.util.List;

/** What a receipt says its claim has. */
public record Held(Holder holder, Share share, List<AddressRange> ranges) {

  public Held {
    ranges = List.copyOf(ranges);
  }

  public static Held of(Claim claim) {
    return new Held(claim.holder(), claim.share(), claim.ranges());
  }

  static Held of(Open open) {
    return new Held(open.holder(), open.share(), List.of(open.range()));
  }

  public BigInteger size() {
    return ranges.stream().map(AddressRange::size).reduce(BigInteger.ZERO, BigInteger::add);
  }
}
