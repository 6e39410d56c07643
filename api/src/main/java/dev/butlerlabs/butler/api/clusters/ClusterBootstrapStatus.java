package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far a management cluster has come and how it is reached. */
public record ClusterBootstrapStatus(
    @Doc(
            "Pending, ProvisioningMachines, ConfiguringTalos, BootstrappingCluster,"
                + " InstallingAddons, Pivoting, Ready or Failed.")
        @Nullable String phase,
    @Doc("Why the cluster is not Ready; absent when it is.") @Nullable StatusCause cause,
    @Doc("Where the API server is reached.") @Nullable String controlPlaneEndpoint,
    @Doc("Admin kubeconfig of the cluster, base64.") @Nullable String kubeconfig,
    @Doc("Client configuration for Talos, base64.") @Nullable String talosconfig,
    @Doc("Where the console is reached.") @Nullable String consoleURL,
    @Doc("The machines, one by one.") List<Machine> machines,
    @Doc("Steps and addons that are done, by name.") Map<String, Boolean> addonsInstalled,
    @Doc("One word for programs: why it failed.") @Nullable String failureReason,
    @Doc("One sentence for people: why it failed.") @Nullable String failureMessage,
    @Doc("When this status last changed.") @Nullable Instant lastUpdated,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @Doc("Whether the cluster is being built or ready, and why not.") List<Condition> conditions)
    implements Wire {

  public ClusterBootstrapStatus {
    machines = Wire.list(machines);
    addonsInstalled = Wire.map(addonsInstalled);
    conditions = Wire.list(conditions);
  }

  /** One machine of the cluster. */
  public record Machine(
      @Required @Doc("Name of its MachineRequest.") String name,
      @Required @Doc("What it is for: control-plane or worker.") String role,
      @Required @Doc("Phase of its MachineRequest.") String phase,
      @Doc("Its address.") @Nullable String ipAddress,
      @Doc("Talos has its configuration.") @Nullable Boolean talosConfigured,
      @Doc("It joined the cluster as a node.") @Nullable Boolean ready)
      implements Wire {}
}
