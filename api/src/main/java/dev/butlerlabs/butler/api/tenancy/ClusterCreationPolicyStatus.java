package dev.butlerlabs.butler.api.tenancy;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.util.List;

/** Whether what a policy names still exists. */
public record ClusterCreationPolicyStatus(
    @Doc("Ids in the policy that the provider no longer has.") List<String> staleReferences,
    @MapKey("type") @Doc("Whether the policy is in force, and why.") List<Condition> conditions)
    implements Wire {

  public ClusterCreationPolicyStatus {
    staleReferences = Wire.list(staleReferences);
    conditions = Wire.list(conditions);
  }
}
