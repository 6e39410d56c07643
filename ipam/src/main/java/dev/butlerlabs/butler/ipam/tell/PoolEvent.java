package dev.butlerlabs.butler.ipam.tell;

import dev.butlerlabs.butler.kube.write.EventReason;

/** What is told about a pool when it happens. */
public enum PoolEvent implements EventReason {
  /** 70 percent or more is given out. */
  POOL_CAPACITY_WARNING(true),

  /** 85 percent or more is given out. */
  POOL_CAPACITY_CRITICAL(true),

  /** The next default block cannot be placed. */
  POOL_CAPACITY_EXHAUSTED(true),

  /** None of these holds any more. */
  POOL_CAPACITY_RECOVERED(false),

  /** The spec cannot be served from. */
  POOL_INVALID(true),

  /** A ledger cannot be read; its pool stands still. */
  LEDGER_UNREADABLE(true),

  /** Another pool or network has some of the same addresses. */
  POOL_OVERLAPPING(true),

  /** Something uses, or somebody reserved, what was given to a tenant. */
  ADDRESS_CONFLICT(true);

  private final boolean warning;

  PoolEvent(boolean warning) {
    this.warning = warning;
  }

  @Override
  public boolean warning() {
    return warning;
  }
}
