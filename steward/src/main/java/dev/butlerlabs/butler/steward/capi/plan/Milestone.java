package dev.butlerlabs.butler.steward.capi.plan;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** What is told about a StewardControlPlane as a condition. */
public enum Milestone {
  /** The TenantControlPlane behind it is as it is asked for. */
  TENANT_CONTROL_PLANE_CREATED("TenantControlPlaneCreated"),
  /** Cluster API knows where the API server is. */
  ENDPOINT_PATCHED("ControlPlaneEndpointPatched"),
  /** The object that stands for the cluster at its platform knows it too. */
  INFRASTRUCTURE_PATCHED("InfrastructureClusterPatched"),
  /** Cluster API has kubeconfig and CA. */
  SECRETS_CREATED("KubeadmResourcesCreated"),
  /** The API server can be used; Cluster API shows it as its own ControlPlaneAvailable. */
  AVAILABLE("Available"),
  /** Pods are being replaced. */
  ROLLING_OUT("RollingOut"),
  /** Nothing is done, because somebody asked for that. */
  PAUSED("Paused"),
  /** All of the above is as it should be. */
  READY("Ready");

  private final String wire;

  Milestone(String wire) {
    this.wire = wire;
  }

  /** The condition's type. */
  public String wire() {
    return wire;
  }

  public static Set<String> types() {
    return Arrays.stream(values()).map(Milestone::wire).collect(Collectors.toUnmodifiableSet());
  }
}
