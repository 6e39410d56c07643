package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.kernel.ObjectKey;

/** Who has addresses: an IPAllocation, known by UID so that a namesake inherits nothing. */
public record Holder(String uid, ObjectKey claim) {

  @Override
  public String toString() {
    return claim.toString();
  }
}
