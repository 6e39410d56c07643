package dev.butlerlabs.butler.api.infra;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a machine of a management cluster does. */
public enum MachineRole {
  @JsonProperty("control-plane")
  CONTROL_PLANE,
  @JsonProperty("worker")
  WORKER
}
