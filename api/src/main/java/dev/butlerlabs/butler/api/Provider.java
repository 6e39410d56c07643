package dev.butlerlabs.butler.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The kinds of infrastructure Butler can build clusters on. */
public enum Provider {
  @JsonProperty("harvester")
  HARVESTER,
  @JsonProperty("nutanix")
  NUTANIX,
  @JsonProperty("proxmox")
  PROXMOX,
  @JsonProperty("azure")
  AZURE,
  @JsonProperty("aws")
  AWS,
  @JsonProperty("gcp")
  GCP,
  @JsonProperty("local")
  LOCAL;

  /** Runs in the operator's own data centre, where addresses come from NetworkPools. */
  public boolean onPremises() {
    return switch (this) {
      case HARVESTER, NUTANIX, PROXMOX -> true;
      case AZURE, AWS, GCP, LOCAL -> false;
    };
  }
}
