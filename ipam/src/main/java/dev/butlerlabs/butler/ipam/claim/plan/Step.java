package dev.butlerlabs.butler.ipam.claim.plan;

import dev.butlerlabs.butler.ipam.ledger.Claim;
import java.time.Duration;
import java.time.Instant;

/** What a claim needs next from its pool. */
public enum Step {
  /** Nothing, until something changes. */
  STAY,

  /** Addresses. */
  SERVE,

  /** It had none and wants none any more: to be told that it is done. */
  CLOSE,

  /** To be told that it is on its way out. */
  BEGIN_LEAVING,

  /** Nothing uses its addresses any more: they rest, and it is told that it has left. */
  LEAVE,

  /** It was kept for the record long enough. */
  FORGET;

  /**
   * The next step of the claim.
   *
   * @param tenantGone whether its cluster is known not to be there any more
   * @param retention how long it is kept for the record
   */
  public static Step of(Claim claim, boolean tenantGone, Duration retention, Instant now) {
    return switch (claim.stage()) {
      case WAITING -> waiting(claim, tenantGone);
      case HOLDING -> claim.toLeave() || tenantGone ? BEGIN_LEAVING : STAY;
      case LEAVING -> claim.letGo() || tenantGone ? LEAVE : STAY;
      case LEFT -> !claim.deleting() && !forgottenAt(claim, retention).isAfter(now) ? FORGET : STAY;
    };
  }

  /** One that is deleted, or whose cluster is gone, goes without its pool. */
  private static Step waiting(Claim claim, boolean tenantGone) {
    if (claim.deleting() || tenantGone || !claim.guarded()) {
      return STAY;
    }
    return claim.toLeave() ? CLOSE : SERVE;
  }

  /** When the record of a claim that has left ends. */
  public static Instant forgottenAt(Claim claim, Duration retention) {
    return claim.leftAt().orElseGet(claim::createdAt).plus(retention);
  }
}
