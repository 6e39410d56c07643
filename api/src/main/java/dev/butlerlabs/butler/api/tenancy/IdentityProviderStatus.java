package dev.butlerlabs.butler.api.tenancy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether users can sign in at an identity provider. */
public record IdentityProviderStatus(
    @Doc("Pending, Ready, or Failed.") @Nullable Phase phase,
    @Doc("Why the phase is what it is.") @Nullable String message,
    @Doc("Addresses the provider publishes.") @Nullable DiscoveredEndpoints discoveredEndpoints,
    @Doc("When the provider was last found in order.") @Nullable Instant lastValidatedTime,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the provider answers and its secret is there, and why.")
        List<Condition> conditions)
    implements Wire {

  public IdentityProviderStatus {
    conditions = Wire.list(conditions);
  }

  /** Whether the provider is usable. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Ready")
    READY,
    @JsonProperty("Failed")
    FAILED
  }

  /** Addresses from the provider's discovery document. */
  public record DiscoveredEndpoints(
      @Doc("Where users are sent to sign in.") @Nullable String authorizationEndpoint,
      @Doc("Where codes are exchanged for tokens.") @Nullable String tokenEndpoint,
      @Doc("Where facts about a user are asked for.") @Nullable String userInfoEndpoint,
      @Doc("Where the keys that sign tokens are published.") @Nullable String jwksURI)
      implements Wire {}
}
