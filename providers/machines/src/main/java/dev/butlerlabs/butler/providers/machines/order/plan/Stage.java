package dev.butlerlabs.butler.providers.machines.order.plan;

/** How far a thing has come, whatever its kind calls that. */
public enum Stage {
  PENDING,
  UNDERWAY,
  READY,
  FAILED,
  LEAVING,
  LEFT
}
