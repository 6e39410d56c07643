package dev.butlerlabs.butler.api.infra;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far a machine has come and how it is reached. */
public record MachineRequestStatus(
    @Doc(
            "Pending: not begun. Creating: being built or waiting for an address. Running: has an"
                + " address. Failed: see failureReason. Deleting, Deleted: being taken down, gone."
                + " Unknown: nobody could look.")
        @Nullable Phase phase,
    @Doc("The infrastructure's own identifier of the machine.") @Nullable String providerID,
    @Doc("The address the machine is reached at, once Running.") @Nullable String ipAddress,
    @Doc("Every address of the machine; the first is the private one its node reports.")
        List<String> ipAddresses,
    @Doc("Hardware address of the first network card.") @Nullable String macAddress,
    @Doc("One word for programs: why the machine failed.") @Nullable String failureReason,
    @Doc("One sentence for people: why the machine failed.") @Nullable String failureMessage,
    @Doc("When this status last changed.") @Nullable Instant lastUpdated,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the machine is being built or runs, and why not.")
        List<Condition> conditions)
    implements Wire {

  public MachineRequestStatus {
    ipAddresses = Wire.list(ipAddresses);
    conditions = Wire.list(conditions);
  }

  /** How far a machine has come. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Creating")
    CREATING,
    @JsonProperty("Running")
    RUNNING,
    @JsonProperty("Failed")
    FAILED,
    @JsonProperty("Deleting")
    DELETING,
    @JsonProperty("Deleted")
    DELETED,
    @JsonProperty("Unknown")
    UNKNOWN
  }
}
