package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.ListType;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who uses a store and how it does. */
public record DataStoreStatus(
    @Doc("Control planes with data in the store, each as namespace/name.") List<String> usedBy,
    // Lists with a key per entry would carry as much again in managed fields, for each tenant.
    @ListType("atomic")
        @Doc(
            "Names given out in the store, and to whom; nobody else gets them while they stand"
                + " here.")
        List<Reservation> reservations,
    @ListType("atomic") @Doc("What each tenant keeps in the store, rounded.")
        List<TenantUse> tenants,
    @Doc("Version the store says it is.") @Nullable String version,
    @Doc("Bytes in use and the most there may be, rounded; unknown stays empty.")
        @Nullable Capacity capacity,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the store answers and keeps tenants apart, and why not.")
        List<Condition> conditions)
    implements Wire {

  public DataStoreStatus {
    usedBy = Wire.list(usedBy);
    reservations = Wire.list(reservations);
    tenants = Wire.list(tenants);
    conditions = Wire.list(conditions);
  }

  /** Names in the store that belong to one control plane. */
  public record Reservation(
      @Required @Doc("UID of the control plane.") String uid,
      @Required @Doc("The control plane, as namespace/name.") String controlPlane,
      @Required @Doc("Its key prefix, role or database.") String schema,
      @Required @Doc("User it signs in as.") String user)
      implements Wire {}

  /** What one control plane keeps in the store. */
  public record TenantUse(
      @Required @Doc("UID of the control plane.") String uid,
      @Required @Doc("The control plane, as namespace/name.") String controlPlane,
      @Doc("How many keys it has.") @Nullable Long keys,
      @Doc("How many bytes they take, estimated from samples of each kind of object.")
          @Nullable Long bytes,
      @Doc("True when it is over the store's tenantBudget: its writes are limited until it is not.")
          @Nullable Boolean overBudget)
      implements Wire {}

  /** How full the store is. */
  public record Capacity(
      @Doc("Bytes in use.") @Nullable Long used,
      @Doc("Bytes at which the store takes no more writes.") @Nullable Long limit)
      implements Wire {}
}
