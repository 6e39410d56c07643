package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.kube.write.EventReason;

/** What is told about a control plane as an event. */
enum PlaneEvent implements EventReason {
  PHASE_CHANGED(false),
  WAITING(false),
  REFUSED(true),
  DELETION_WAITS(true),
  DATA_ABANDONED(true);

  private final boolean warning;

  PlaneEvent(boolean warning) {
    this.warning = warning;
  }

  @Override
  public boolean warning() {
    return warning;
  }
}
