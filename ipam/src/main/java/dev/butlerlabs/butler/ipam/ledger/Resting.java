package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.time.Instant;

/** Addresses that were given back and are not given out again before their time. */
public record Resting(AddressRange range, Instant until) {

  public boolean over(Instant now) {
    return !until.isAfter(now);
  }
}
