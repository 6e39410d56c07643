package dev.butlerlabs.butler.api.tenancy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a team lives and how much of its quota is used. */
public record TeamStatus(
    @Doc("Where the team stands in its life: Pending, Ready, Terminating or Failed.")
        @Nullable Phase phase,
    @Doc("The namespace of the team; always read it here instead of guessing it.")
        @Nullable String namespace,
    @Doc("Number of clusters in the namespace.") @Nullable Integer clusterCount,
    @Doc("Number of users with access, by name or by group.") @Nullable Integer memberCount,
    @Doc("What the clusters of the team use now.") @Nullable ResourceUsage resourceUsage,
    @Doc("OK, Warning (close to a limit) or Exceeded.") @Nullable QuotaStatus quotaStatus,
    @Doc("Which limit is close or exceeded, and by how much.") @Nullable String quotaMessage,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether namespace, rights and quota are in order, and why.")
        List<Condition> conditions)
    implements Wire {

  public TeamStatus {
    conditions = Wire.list(conditions);
  }

  /** The life of a team. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Ready")
    READY,
    @JsonProperty("Terminating")
    TERMINATING,
    @JsonProperty("Failed")
    FAILED
  }

  /** How the usage stands to the limits. */
  public enum QuotaStatus {
    OK,
    @JsonProperty("Warning")
    WARNING,
    @JsonProperty("Exceeded")
    EXCEEDED
  }

  /** Amounts in use, and their share of the limits. */
  public record ResourceUsage(
      @Doc("Number of clusters.") @Nullable Integer clusters,
      @Doc("Number of workers over all clusters.") @Nullable Integer totalNodes,
      @Doc("CPU cores of all workers together.") @Nullable Quantity totalCPU,
      @Doc("Memory of all workers together.") @Nullable Quantity totalMemory,
      @Doc("Disk of all workers together.") @Nullable Quantity totalStorage,
      @Range(min = 0, max = 100) @Doc("Share of maxClusters in use, in percent.")
          @Nullable Integer clusterUtilization,
      @Range(min = 0, max = 100) @Doc("Share of maxTotalNodes in use, in percent.")
          @Nullable Integer nodeUtilization,
      @Range(min = 0, max = 100) @Doc("Share of maxCPUCores in use, in percent.")
          @Nullable Integer cpuUtilization,
      @Range(min = 0, max = 100) @Doc("Share of maxMemory in use, in percent.")
          @Nullable Integer memoryUtilization)
      implements Wire {}
}
