package dev.butlerlabs.butler.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** An infrastructure platform that machines come from. */
public enum ProviderType {
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

  /** Addresses and load balancers come from the platform itself. */
  public boolean cloud() {
    return this == AZURE || this == AWS || this == GCP;
  }

  /** Hardware of one's own: addresses come from NetworkPools. */
  public boolean onPremises() {
    return this == HARVESTER || this == NUTANIX || this == PROXMOX;
  }
}
