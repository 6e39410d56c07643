package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.math.BigInteger;

/**
 * A binding that is decided and whose receipt may not be written yet.
 *
 * @param version the resourceVersion of the claim the decision was made from. The receipt is
 *     written to exactly that version or not at all, so the entry may go as soon as the claim is
 *     known to be another version: nobody, however late, can write the receipt then.
 */
public record Open(Holder holder, Share share, AddressRange range, String version) {

  public BigInteger size() {
    return range.size();
  }
}
