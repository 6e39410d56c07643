package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.infra.NetworkSettings.Mode;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import java.util.Optional;

/** What is known of the platform a cluster runs on. */
public sealed interface Account {

  /** There is no such ProviderConfig. */
  record Missing(ObjectKey provider) implements Account {}

  /** Its Secret has not been looked at yet. */
  record Looking(ObjectKey provider) implements Account {}

  /** There is no such Secret. */
  record Lacking(ObjectKey provider, ObjectKey secret) implements Account {}

  record Known(ProviderConfigSpec spec, CredentialsSecret credentials) implements Account {

    /** Addresses come out of NetworkPools. */
    boolean pooled() {
      return spec.effectiveNetworkMode() == Mode.IPAM;
    }

    /** Those of workers, too. */
    boolean nodesPooled() {
      var network = spec.network();
      return pooled() && network != null && network.nodesFromPools();
    }
  }

  /** Why nothing can be made on it; empty when something can. */
  default Optional<Cause> obstacle() {
    return switch (this) {
      case Known _ -> Optional.empty();
      case Missing(var provider) ->
          Optional.of(
              new Cause(
                  "ProviderConfigNotFound",
                  "there is no ProviderConfig " + provider,
                  "Butler goes on as soon as there is",
                  "Create it again; a running cluster cannot move to another one"));
      case Looking(var provider) ->
          Optional.of(
              new Cause(
                  "WaitingForDependencies",
                  "the credentials of ProviderConfig %s are being looked at".formatted(provider),
                  "",
                  ""));
      case Lacking(var provider, var secret) ->
          Optional.of(
              new Cause(
                  "CredentialsInvalid",
                  "Secret %s, which ProviderConfig %s names, does not exist"
                      .formatted(secret, provider),
                  "Butler goes on as soon as it does",
                  "Create the Secret, or correct spec.credentialsRef"));
    };
  }
}
