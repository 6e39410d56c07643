package dev.butlerlabs.butler.api.clusters;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.ProviderRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.NoField;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The cluster somebody wants; what is left out comes from environment, team and platform. */
@NoField(
    name = "kubernetes",
    message =
        "spec.kubernetes is no field of a TenantCluster; write the version into"
            + " spec.kubernetesVersion, for example v1.31.4")
@NoField(
    name = "network",
    message =
        "spec.network is no field of a TenantCluster; write podCIDR and serviceCIDR into"
            + " spec.networking")
@NoField(
    name = "machinePools",
    list = true,
    message =
        "spec.machinePools is no field of a TenantCluster; write the first pool into spec.workers"
            + " and further ones into spec.workerPools")
public record TenantClusterSpec(
    @Pattern("^v\\d+\\.\\d+\\.\\d+$")
        @Doc(
            "Kubernetes version, for example v1.31.4. Raising it upgrades the cluster, control"
                + " plane first. Left out: the default of environment, team or platform.")
        @Nullable String kubernetesVersion,
    @Doc(
            "The infrastructure the workers run on. Left out: the default of environment, team or"
                + " platform. Cannot change.")
        @Nullable ProviderRef providerConfigRef,
    @Doc("The Team the cluster belongs to; needed in tenancy mode Enforced. Cannot change.")
        @Nullable LocalRef teamRef,
    @Doc("The control plane that Butler hosts.") @Nullable HostedControlPlane controlPlane,
    @Doc(
            "The first pool of workers. Left out: as many as environment, team or platform say, or"
                + " none when workerPools names pools.")
        @Nullable Workers workers,
    @MapKey("name")
        @Items(max = 32)
        @Rule(
            value = "self.all(p, p.name != 'workers')",
            message = "the name workers belongs to spec.workers; give the worker pool another name")
        @Doc("Further pools of workers, each with its own size and machines; at most 32.")
        List<WorkerPool> workerPools,
    @Doc("Addresses inside the cluster and of its load balancers.")
        @Nullable ClusterNetworking networking,
    @Doc(
            "Addons installed with the cluster. Taking one out here does not uninstall it; a"
                + " TenantAddon can be deleted.")
        @Nullable ClusterAddons addons,
    @Doc("Whether Butler keeps looking after addons once the cluster is Ready.")
        @Nullable ManagementPolicy managementPolicy,
    @Doc("Settings of the infrastructure for this cluster alone; they win over ProviderConfig.")
        @Nullable InfrastructureOverride infrastructureOverride,
    @Doc(
            "NTP servers of workers. Left out: those of the ProviderConfig, then of the platform,"
                + " then of the image. A change replaces the workers.")
        List<String> timeServers,
    @Doc("Development environments inside the cluster. Left out: none.")
        @Nullable ClusterWorkspaces workspaces,
    @Doc(
            "Whether and when the cluster sleeps: no control plane, no machines, its data kept."
                + " Left out: never.")
        @Nullable ClusterSleep sleep)
    implements Wire {

  public TenantClusterSpec {
    workerPools = Wire.list(workerPools);
    timeServers = Wire.list(timeServers);
  }

  /** The infrastructure the manifest itself names. */
  public Optional<NamespacedRef> namedProvider() {
    return Optional.ofNullable(providerConfigRef)
        .map(
            ref ->
                new NamespacedRef(
                    ref.name(),
                    ref.namespace() == null || ref.namespace().isEmpty()
                        ? Namespaces.SYSTEM
                        : ref.namespace()));
  }

  /** All pools the manifest names, the first one under its fixed name; empty when it names none. */
  public List<WorkerPool> pools() {
    return pools(workers, workerPools);
  }

  static List<WorkerPool> pools(@Nullable Workers first, List<WorkerPool> further) {
    return Stream.concat(Stream.ofNullable(first).map(Workers::asPool), further.stream()).toList();
  }

  /** How far Butler looks after a cluster. */
  public record ManagementPolicy(
      @Default("Active")
          @Doc(
              "Active: Butler installs and repairs addons. Observe: hands off once Ready. GitOps:"
                  + " Butler starts the GitOps engine and leaves addons to it. Active when left"
                  + " out.")
          @Nullable ManagementMode mode)
      implements Wire {}

  /** Who looks after addons. */
  public enum ManagementMode {
    @JsonProperty("Active")
    ACTIVE,
    @JsonProperty("Observe")
    OBSERVE,
    @JsonProperty("GitOps")
    GIT_OPS
  }
}
