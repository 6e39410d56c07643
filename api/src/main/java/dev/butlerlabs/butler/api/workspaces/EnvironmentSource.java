package dev.butlerlabs.butler.api.workspaces;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** A workload whose environment variables a workspace gets too. */
public record EnvironmentSource(
    @Default("Deployment") @Doc("Kind of workload: Deployment or StatefulSet. Default: Deployment.")
        @Nullable WorkloadKind kind,
    @Required @Doc("Name of the workload in the tenant cluster.") String name,
    @Default("default") @Doc("Namespace of the workload in the tenant cluster. Default: default.")
        @Nullable String namespace,
    @Doc("Container whose variables are taken. Left out: the first.") @Nullable String container)
    implements Wire {

  /** The kinds variables can be taken from. */
  public enum WorkloadKind {
    @JsonProperty("Deployment")
    DEPLOYMENT,
    @JsonProperty("StatefulSet")
    STATEFUL_SET
  }
}
