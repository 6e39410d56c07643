package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.kube.write.EventReason;

/** What is told about backups of a control plane as an event. */
enum BackupEvent implements EventReason {
  BACKED_UP(false),
  BACKUP_FAILED(true),
  RESTORE_BEGAN(false),
  RESTORED(false),
  RESTORE_FAILED(true);

  private final boolean warning;

  BackupEvent(boolean warning) {
    this.warning = warning;
  }

  @Override
  public boolean warning() {
    return warning;
  }
}
