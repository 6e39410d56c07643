package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who uses a store and how it does. */
public record DataStoreStatus(
    @Doc("Control planes with data in the store, each as namespace/name.") List<String> usedBy,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the store answers and keeps tenants apart, and why not.")
        List<Condition> conditions)
    implements Wire {

  public DataStoreStatus {
    usedBy = Wire.list(usedBy);
    conditions = Wire.list(conditions);
  }
}
