package dev.butlerlabs.butler.api.network;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the cloud made of the request. */
public record LoadBalancerRequestStatus(
    @Doc(
            "Pending: not begun. Creating: being built. Ready: serves. Failed: see failureReason."
                + " Deleting: being taken down.")
        @Nullable Phase phase,
    @Doc("Address or DNS name of the balancer, once Ready.") @Nullable String endpoint,
    @Doc("The cloud's own identifier of the balancer, needed to delete it.")
        @Nullable String resourceID,
    @Doc("Number of machines the balancer sends connections to.")
        @Nullable Integer registeredTargets,
    @Doc("One word for programs: why the request failed.") @Nullable String failureReason,
    @Doc("One sentence for people: why the request failed.") @Nullable String failureMessage,
    @Doc("When this status last changed.") @Nullable Instant lastUpdated,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the balancer is built, its targets are registered, and why not.")
        List<Condition> conditions)
    implements Wire {

  public LoadBalancerRequestStatus {
    conditions = Wire.list(conditions);
  }

  /** How far a request has come. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Creating")
    CREATING,
    @JsonProperty("Ready")
    READY,
    @JsonProperty("Failed")
    FAILED,
    @JsonProperty("Deleting")
    DELETING
  }
}
