package dev.butlerlabs.butler.api.network;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which addresses were given out, and how far the claim has come. */
public record IPAllocationStatus(
    @Doc(
            "Pending: waits for the pool. Allocated: holds addresses. Failed: the pool cannot serve"
                + " it now, tried again. Releasing: being withdrawn, addresses still taken."
                + " Released: given back, kept for the record.")
        @Nullable Phase phase,
    @Doc("First address given.") @Nullable String startAddress,
    @Doc("Last address given, included.") @Nullable String endAddress,
    @Doc("The block as a CIDR where it is one, else written start-end.") @Nullable String cidr,
    @Doc(
            "Every address given, one by one; left out for large blocks, where startAddress and"
                + " endAddress say the same.")
        List<String> addresses,
    @Doc("Number of addresses given.") @Nullable Integer allocatedCount,
    @Doc("When the addresses were given.") @Nullable Instant allocatedAt,
    @Doc("Which controller gave them.") @Nullable String allocatedBy,
    @Doc(
            "Since when none of the addresses has been in use; absent while one is. A grown block"
                + " goes back after it was unused for long enough.")
        @Nullable Instant unusedSince,
    @Doc("When the addresses were given back.") @Nullable Instant releasedAt,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the claim is served, and why not.") List<Condition> conditions)
    implements Wire {

  public IPAllocationStatus {
    addresses = Wire.list(addresses);
    conditions = Wire.list(conditions);
  }

  /** How far a claim has come. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Allocated")
    ALLOCATED,
    @JsonProperty("Releasing")
    RELEASING,
    @JsonProperty("Released")
    RELEASED,
    @JsonProperty("Failed")
    FAILED
  }
}
