package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.infra.NetworkSettings.Mode;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether an infrastructure is usable, and how much room is left. */
public record ProviderConfigStatus(
    @Doc("Clusters can be built here now.") @Nullable Boolean ready,
    @Doc("The credentials were found and taken.") @Nullable Boolean validated,
    @Doc("Version that the infrastructure reports.") @Nullable String providerVersion,
    @Doc("The network mode in force: what spec.network.mode says, or what follows without it.")
        @Nullable Mode networkMode,
    @Doc("How much room the pools still have, in mode ipam.") @Nullable Capacity capacity,
    @Doc(
            "What the infrastructure has left for machines, when it was last looked at. Nothing"
                + " is kept free for anybody.")
        @Nullable PlatformCapacity platformCapacity,
    @Doc("When the infrastructure was last looked at.") @Nullable Instant lastProbeTime,
    @Doc("When the credentials were last found good.") @Nullable Instant lastValidationTime,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether credentials and pools are good, and why not.")
        List<Condition> conditions)
    implements Wire {

  public ProviderConfigStatus {
    conditions = Wire.list(conditions);
  }

  /** How much room is left. */
  public record Capacity(
      @Doc("Free addresses over all pools.") @Nullable Integer availableIPs,
      @Doc("How many more clusters of the usual size the free addresses would serve.")
          @Nullable Integer estimatedTenants)
      implements Wire {}

  /** What is left on the infrastructure itself; what it does not tell is left out. */
  public record PlatformCapacity(
      @Doc("CPUs, free on all hosts together or up to the limit of the account.")
          @Nullable Long availableCPUs,
      @Doc("Memory in megabytes, free on all hosts together or up to the limit.")
          @Nullable Long availableMemoryMB,
      @Doc("Room for disks in gigabytes.") @Nullable Long availableStorageGB,
      @Doc("Machines up to the limit of the account.") @Nullable Long availableMachines,
      @Doc(
              "Why something that the infrastructure could tell is left out, such as a permission"
                  + " that the account lacks. Nothing else hangs on it.")
          @Nullable String whyIncomplete)
      implements Wire {}
}
