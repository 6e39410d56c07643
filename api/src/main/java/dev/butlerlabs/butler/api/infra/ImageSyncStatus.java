package dev.butlerlabs.butler.api.infra;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far an image has come. */
public record ImageSyncStatus(
    @Doc(
            "Pending: not begun. Building: the factory makes it. Downloading, Uploading: under way."
                + " Ready: machines can start from it. Failed: see failureReason.")
        @Nullable Phase phase,
    @Doc(
            "The image in the infrastructure's own terms, once Ready: Harvester namespace/name,"
                + " Nutanix UUID, Proxmox template, AMI.")
        @Nullable String providerImageRef,
    @Doc("The infrastructure's own task that is running; absent when none is.")
        @Nullable String providerTaskID,
    @Doc("Where the file was fetched from.") @Nullable String artifactURL,
    @Doc("SHA-256 of the file, checked.") @Nullable String artifactSHA256,
    @Doc("One word for programs: why it failed.") @Nullable String failureReason,
    @Doc("One sentence for people: why it failed.") @Nullable String failureMessage,
    @Doc("When this status last changed.") @Nullable Instant lastUpdated,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the image is under way or there, and why not.")
        List<Condition> conditions)
    implements Wire {

  public ImageSyncStatus {
    conditions = Wire.list(conditions);
  }

  /** How far an image has come. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Building")
    BUILDING,
    @JsonProperty("Downloading")
    DOWNLOADING,
    @JsonProperty("Uploading")
    UPLOADING,
    @JsonProperty("Ready")
    READY,
    @JsonProperty("Failed")
    FAILED
  }
}
