package dev.butlerlabs.butler.api.local;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.local.LocalClusterSpec.FailureDomain;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What Cluster API wants to know about the infrastructure of a cluster. */
public record LocalClusterStatus(
    @Doc("First steps that are taken once.") @Nullable Initialization initialization,
    @MapKey("name") @Doc("Failure domains that machines can be spread over.")
        List<FailureDomain> failureDomains,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the infrastructure is ready or paused, and why.")
        List<Condition> conditions)
    implements Wire {

  public LocalClusterStatus {
    failureDomains = Wire.list(failureDomains);
    conditions = Wire.list(conditions);
  }
}
