package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.kube.write.EventReason;

/** What is told about clusters. */
public enum LifeEvent implements EventReason {
  /** Its objects are being made. */
  CLUSTER_PROVISIONING(false),

  /** It can be used. */
  CLUSTER_READY(false),

  /** It could be used, and now something is missing. */
  CLUSTER_DEGRADED(true),

  /** Only a person can help. */
  CLUSTER_FAILED(true),

  /** It is being upgraded or resized. */
  CLUSTER_UPDATING(false),

  /** Nobody needs it now: its machines go, then its control plane stops. */
  CLUSTER_SLEEPING(false),

  /** It is being taken away. */
  CLUSTER_DELETING(false),

  /** It goes, and may leave something on its platform that it had made there. */
  DRAIN_INCOMPLETE(true),

  /** It was deleted, and can be had back for a while. */
  CLUSTER_KEPT(false);

  private final boolean warning;

  LifeEvent(boolean warning) {
    this.warning = warning;
  }

  @Override
  public boolean warning() {
    return warning;
  }
}
