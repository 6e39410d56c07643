package dev.butlerlabs.butler.addons.install.plan;

/** How far an addon is. */
public enum Stage {
  PENDING,
  INSTALLING,
  INSTALLED,
  UPGRADING,
  DEGRADED,
  FAILED,
  DELETING;

  /** Whether Helm was asked and what it made is not known to serve yet. */
  boolean underWay() {
    return this == INSTALLING || this == UPGRADING;
  }
}
