package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import org.jspecify.annotations.Nullable;

/** How far a claim has come, told by what its phase means for its addresses. */
public enum Stage {
  /** Has none: no phase yet, Pending or Failed. */
  WAITING,

  /** Has them: Allocated. */
  HOLDING,

  /** Has them still, on its way out: Releasing. */
  LEAVING,

  /** Has given them back: Released. */
  LEFT;

  static Stage of(@Nullable IPAllocationStatus status) {
    if (status == null || status.phase() == null) {
      return WAITING;
    }
    return switch (status.phase()) {
      case PENDING, FAILED -> WAITING;
      case ALLOCATED -> HOLDING;
      case RELEASING -> LEAVING;
      case RELEASED -> LEFT;
    };
  }

  /** Its addresses are taken. */
  public boolean taken() {
    return this == HOLDING || this == LEAVING;
  }
}
