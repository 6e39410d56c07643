package dev.butlerlabs.butler.steward.approval;

import dev.butlerlabs.butler.kube.write.EventReason;

/** What is told about requests for certificates. */
enum ApprovalEvent implements EventReason {
  SERVING_CERTIFICATE_LEFT;

  @Override
  public boolean warning() {
    return true;
  }
}
