package dev.butlerlabs.butler.api.tenancy;

import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the platform's settings are in force. */
public record ButlerConfigStatus(
    @Doc("Number of Teams.") @Nullable Integer teamCount,
    @Doc("Number of TenantClusters in all namespaces.") @Nullable Integer clusterCount,
    @Doc("How tenant API servers are reached now: LoadBalancer, Ingress or Gateway.")
        ControlPlaneExposure.@Nullable Mode controlPlaneExposureMode,
    @Doc("Whether tenants need the TCP proxy, which is so for Ingress and Gateway.")
        @Nullable Boolean tcpProxyRequired,
    @Doc("Whether the Git hosting can be reached.") @Nullable GitConnection gitProvider,
    @Doc("Whether logs and metrics are collected.") @Nullable ObservabilityState observability,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the settings are in force, and why.") List<Condition> conditions)
    implements Wire {

  public ButlerConfigStatus {
    conditions = Wire.list(conditions);
  }

  /** What signing in at the Git hosting gave. */
  public record GitConnection(
      @Doc("Whether the credentials work.") @Nullable Boolean connected,
      @Doc("The user behind the credentials.") @Nullable String username,
      @Doc("When this was last tried.") @Nullable Instant lastValidated,
      @Doc("What went wrong, if anything.") @Nullable String message)
      implements Wire {}

  /** How far collecting has come. */
  public record ObservabilityState(
      @Doc("Whether the collecting cluster is healthy.") @Nullable Boolean pipelineReady,
      @Doc("Number of clusters with agents.") @Nullable Integer enrolledCount,
      @Doc("Number of clusters that could have agents.") @Nullable Integer totalCount)
      implements Wire {}
}
