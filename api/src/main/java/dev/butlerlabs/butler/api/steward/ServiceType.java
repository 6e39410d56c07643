package dev.butlerlabs.butler.api.steward;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a control plane is reached from outside its pods. */
public enum ServiceType {
  @JsonProperty("ClusterIP")
  CLUSTER_IP,
  @JsonProperty("NodePort")
  NODE_PORT,
  @JsonProperty("LoadBalancer")
  LOAD_BALANCER
}
