package dev.butlerlabs.butler.ipam.claim;

import dev.butlerlabs.butler.kube.write.EventReason;

/** What is told about a claim when it happens. */
public enum ClaimEvent implements EventReason {
  /** It was given addresses. */
  IPS_ALLOCATED("IPsAllocated", false),

  /** It cannot be served, or cannot for another reason than before. */
  ALLOCATION_FAILED("AllocationFailed", true),

  /** Its cluster is gone, so it is on its way out. */
  ORPHANED_ALLOCATION_GC("OrphanedAllocationGC", false);

  private final String wire;
  private final boolean warning;

  ClaimEvent(String wire, boolean warning) {
    this.wire = wire;
    this.warning = warning;
  }

  @Override
  public String wire() {
    return wire;
  }

  @Override
  public boolean warning() {
    return warning;
  }
}
