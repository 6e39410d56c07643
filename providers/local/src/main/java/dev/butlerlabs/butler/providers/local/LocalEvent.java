package dev.butlerlabs.butler.providers.local;

import dev.butlerlabs.butler.kube.write.EventReason;

/** What is told about simulated infrastructure as an event. */
enum LocalEvent implements EventReason {
  PROVISIONED(false),
  STARTED(false),
  JOINED(false),
  JOIN_REFUSED(true),
  FELL_SILENT(true),
  NODE_LOST(true),
  NODE_REMOVED(false);

  private final boolean warning;

  LocalEvent(boolean warning) {
    this.warning = warning;
  }

  @Override
  public boolean warning() {
    return warning;
  }
}
