package dev.butlerlabs.butler.api;

import dev.butlerlabs.butler.api.schema.Doc;
import org.jspecify.annotations.Nullable;

/** How large the components of a hosted control plane are; what is left out has no bounds. */
public record ControlPlaneResources(
    @Doc("CPU and memory of kube-apiserver. Left out: none are set.")
        @Nullable ComponentResources apiServer,
    @Doc("CPU and memory of kube-controller-manager. Left out: none are set.")
        @Nullable ComponentResources controllerManager,
    @Doc("CPU and memory of kube-scheduler. Left out: none are set.")
        @Nullable ComponentResources scheduler,
    @Doc(
            "CPU and memory of the konnectivity server, the tunnel from the control plane to the"
                + " workers. Left out: none are set.")
        @Nullable ComponentResources konnectivity)
    implements Wire {

  /** These sizes where given, and those of the other where not, component by component. */
  public ControlPlaneResources orElse(ControlPlaneResources other) {
    return new ControlPlaneResources(
        apiServer != null ? apiServer : other.apiServer,
        controllerManager != null ? controllerManager : other.controllerManager,
        scheduler != null ? scheduler : other.scheduler,
        konnectivity != null ? konnectivity : other.konnectivity);
  }
}
