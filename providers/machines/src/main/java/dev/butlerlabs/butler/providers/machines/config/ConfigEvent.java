package dev.butlerlabs.butler.providers.machines.config;

import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.kube.write.EventReason;

/** What is told about a ProviderConfig in events. */
public enum ConfigEvent implements EventReason {
  /** Clusters can be built there. */
  READY(false),
  /** It is to go, and somebody still needs it. */
  DELETE_BLOCKED(true),
  /** The credentials are missing, incomplete or refused. */
  CREDENTIALS_INVALID(true),
  /** It breaks a rule, or refers to what does not exist. */
  VALIDATION_FAILED(true),
  /** The platform cannot be asked, or refuses. */
  PROVIDER_ERROR(true);

  private final boolean warning;

  ConfigEvent(boolean warning) {
    this.warning = warning;
  }

  static ConfigEvent of(String reason) {
    if (reason.equals(Reason.READY.wire())) {
      return READY;
    }
    if (reason.equals(Reason.DELETING.wire())) {
      return DELETE_BLOCKED;
    }
    if (reason.equals(Reason.CREDENTIALS_INVALID.wire())) {
      return CREDENTIALS_INVALID;
    }
    return reason.equals(Reason.PROVIDER_ERROR.wire()) ? PROVIDER_ERROR : VALIDATION_FAILED;
  }

  @Override
  public boolean warning() {
    return warning;
  }
}
