package dev.butlerlabs.butler.api.clusters;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far a cluster has come, how it is reached, and what it was made with. */
public record TenantClusterStatus(
    @Doc(
            "Pending: not begun. Provisioning: control plane and machines are being made."
                + " Installing: addons go in. Ready: in use. Updating: being upgraded or resized."
                + " Deleting: being taken down. Failed: see cause.")
        @Nullable Phase phase,
    @Doc(
            "Why the cluster is not Ready or, when it is, why it cannot be changed as ordered."
                + " Absent when neither is so.")
        @Nullable StatusCause cause,
    @Doc("What is in force: the manifest, completed by environment, team and platform.")
        @Nullable Effective effective,
    @Doc("Namespace of the management cluster that holds the cluster's parts.")
        @Nullable String tenantNamespace,
    @Doc("Where the API server is reached, host and port.") @Nullable String controlPlaneEndpoint,
    @Doc("Secret with the admin kubeconfig, in tenantNamespace.")
        @Nullable LocalRef kubeconfigSecretRef,
    @Doc("The IPAllocation of the nodes, in butler-system.") @Nullable LocalRef ipAllocationRef,
    @Doc("The IPAllocation of the load balancers, in butler-system.")
        @Nullable LocalRef lbAllocationRef,
    @Doc("The ImageSync that brings the workers' image.") @Nullable LocalRef imageSyncRef,
    @Doc("Workers that are Ready, over all pools.") int workerNodesReady,
    @Doc("Workers that are wanted, over all pools.") int workerNodesDesired,
    @Doc("What was seen in the cluster itself.") @Nullable ObservedState observedState,
    @Doc(
            "Those of the team's default addons that were ordered. One that is deleted afterwards"
                + " does not come back.")
        List<String> orderedAddons,
    @Doc("When phase last changed.") @Nullable Instant lastTransitionTime,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether each part of the cluster is ready, and why not.")
        List<Condition> conditions)
    implements Wire {

  public TenantClusterStatus {
    orderedAddons = Wire.list(orderedAddons);
    conditions = Wire.list(conditions);
  }

  /** How far a cluster has come. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Provisioning")
    PROVISIONING,
    @JsonProperty("Installing")
    INSTALLING,
    @JsonProperty("Ready")
    READY,
    @JsonProperty("Updating")
    UPDATING,
    @JsonProperty("Sleeping")
    SLEEPING,
    @JsonProperty("Deleting")
    DELETING,
    @JsonProperty("Failed")
    FAILED
  }

  /** The values in force where a manifest may leave them out. */
  public record Effective(
      @Doc("The infrastructure the cluster runs on; chosen once, then kept.")
          @Nullable NamespacedRef providerConfigRef,
      @Doc("The Kubernetes version that is wanted.") @Nullable String kubernetesVersion,
      @Doc("The first pool of workers.") @Nullable Workers workers,
      @MapKey("name") @Doc("The further pools of workers.") List<WorkerPool> workerPools,
      @Doc("Whether the team keeps its clusters from being deleted. Left out: it does not.")
          @Nullable Boolean deletionProtection,
      @Doc("How long the team keeps the data of a deleted cluster. Left out: it does not.")
          @Nullable String deletionGracePeriod,
      @Doc("AddonDefinitions that the team gives its new clusters; chosen once, then kept.")
          List<String> defaultAddons,
      @Doc(
              "Schematic of the image factory for pools that name no image; chosen once, then kept."
                  + " Left out: such pools are made from the platform's image.")
          @Nullable String schematicID,
      @Doc("How the API server is reached; chosen once, then kept.")
          @Nullable ControlPlaneExposure controlPlaneExposure)
      implements Wire {

    public Effective {
      workerPools = Wire.list(workerPools);
      defaultAddons = Wire.list(defaultAddons);
    }

    /** The same with the schematic of pools that name no image. */
    public Effective madeFrom(@Nullable String schematic) {
      return new Effective(
          providerConfigRef,
          kubernetesVersion,
          workers,
          workerPools,
          deletionProtection,
          deletionGracePeriod,
          defaultAddons,
          schematic,
          controlPlaneExposure);
    }

    /** The same with the way to its API server. */
    public Effective reachedBy(ControlPlaneExposure exposure) {
      return new Effective(
          providerConfigRef,
          kubernetesVersion,
          workers,
          workerPools,
          deletionProtection,
          deletionGracePeriod,
          defaultAddons,
          schematicID,
          exposure);
    }

    /** The same, kept from deletion as another one is. */
    public Effective keptLike(Effective other) {
      return new Effective(
          providerConfigRef,
          kubernetesVersion,
          workers,
          workerPools,
          other.deletionProtection,
          other.deletionGracePeriod,
          defaultAddons,
          schematicID,
          controlPlaneExposure);
    }

    /** All pools in force, the first one under its fixed name. */
    public List<WorkerPool> pools() {
      return TenantClusterSpec.pools(workers, workerPools);
    }
  }

  /** What was seen in the cluster itself. */
  public record ObservedState(
      @Doc("The Kubernetes version that runs.") @Nullable String kubernetesVersion,
      @Doc("Workers over all pools.") @Nullable ObservedWorkers workers,
      @MapKey("name") @Doc("Workers pool by pool; the first pool is called workers.")
          List<ObservedPool> workerPools,
      @Doc("The addons that are there.") List<ObservedAddon> addons)
      implements Wire {

    public ObservedState {
      workerPools = Wire.list(workerPools);
      addons = Wire.list(addons);
    }
  }

  /** Workers that were seen. */
  public record ObservedWorkers(
      @Required @Doc("Workers that are wanted.") int desired,
      @Required @Doc("Workers that are Ready.") int ready,
      @Doc("Names of the nodes.") List<String> nodes)
      implements Wire {

    public ObservedWorkers {
      nodes = Wire.list(nodes);
    }
  }

  /** Workers of one pool that were seen. */
  public record ObservedPool(
      @Required @Doc("Name of the pool.") String name,
      @Doc("Workers that are wanted.") int desired,
      @Doc("Workers that are Ready.") int ready)
      implements Wire {}

  /** An addon that was seen. */
  public record ObservedAddon(
      @Required @Doc("Name of the addon.") String name,
      @Required @Doc("Version that is there.") String version,
      @Required @Doc("How the addon does.") AddonHealth status,
      @Required
          @Doc(
              "Who looks after it: butler, flux or argocd by the marks of theirs, or manual where"
                  + " somebody else made its release or put other objects into it.")
          ManagedBy managedBy)
      implements Wire {}

  /** How an addon does. */
  public enum AddonHealth {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Installing")
    INSTALLING,
    @JsonProperty("Healthy")
    HEALTHY,
    @JsonProperty("Degraded")
    DEGRADED,
    @JsonProperty("Failed")
    FAILED
  }

  /** Who looks after an addon. */
  public enum ManagedBy {
    @JsonProperty("butler")
    BUTLER,
    @JsonProperty("flux")
    FLUX,
    @JsonProperty("argocd")
    ARGOCD,
    @JsonProperty("manual")
    MANUAL
  }
}
