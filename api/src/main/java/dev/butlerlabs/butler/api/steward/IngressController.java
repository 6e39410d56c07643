package dev.butlerlabs.butler.api.steward;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which ingress controller passes TLS through, so that its own annotations can be set. */
public enum IngressController {
  @JsonProperty("haproxy")
  HAPROXY,
  @JsonProperty("nginx")
  NGINX,
  @JsonProperty("traefik")
  TRAEFIK,
  @JsonProperty("generic")
  GENERIC
}
