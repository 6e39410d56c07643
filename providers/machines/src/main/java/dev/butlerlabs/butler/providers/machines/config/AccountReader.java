package dev.butlerlabs.butler.providers.machines.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.providers.machines.account.Kinds;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** From a ProviderConfig and its Secret to an account. The only reader of credentials here. */
final class AccountReader {

  private AccountReader() {}

  /** An account, or what is missing for one. */
  sealed interface Reading {
    record Found(Account account) implements Reading {}

    record Lacking(Fault fault) implements Reading {}
  }

  /** The Secret it names, in its own namespace unless it says otherwise. */
  static Optional<ObjectKey> secretOf(ProviderConfig config) {
    return Optional.ofNullable(config.getSpec())
        .flatMap(ProviderConfigSpec::effectiveCredentialsRef)
        .map(ref -> new ObjectKey(namespace(ref, config), ref.name()));
  }

  /** That Secret alone. */
  static Kind<Secret> kind(ObjectKey secret) {
    return Kind.of(Secret.class).in(secret.namespace()).named(secret.name());
  }

  static Reading read(ProviderConfig config, ProviderType type, Cache cache) {
    var key = Kinds.keyOf(config);
    var spec = Objects.requireNonNull(config.getSpec());
    var named = secretOf(config);
    var what = "open ProviderConfig " + key;
    if (named.isEmpty()) {
      return type == ProviderType.LOCAL
          ? new Reading.Found(new Account(key, spec, Credentials.none()))
          : new Reading.Lacking(
              new Fault.Invalid(what, "spec.credentialsRef", "it names no Secret"));
    }
    var secret = cache.find(kind(named.get()), named.get());
    if (secret.isEmpty()) {
      return new Reading.Lacking(
          new Fault.Unauthorized(what, "Secret " + named.get() + " does not exist"));
    }
    return content(secret.get())
        .<Reading>map(values -> new Reading.Found(new Account(key, spec, Credentials.of(values))))
        .orElseGet(
            () ->
                new Reading.Lacking(
                    new Fault.Unauthorized(
                        what, "Secret " + named.get() + " holds what is not base64")));
  }

  private static Optional<Map<String, String>> content(Secret secret) {
    var values = new HashMap<String, String>();
    try {
      if (secret.getData() != null) {
        secret
            .getData()
            .forEach(
                (name, value) ->
                    values.put(name, new String(Base64.getDecoder().decode(value), UTF_8)));
      }
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
    return Optional.of(values);
  }

  private static String namespace(SecretRef ref, ProviderConfig config) {
    return ref.namespace() == null || ref.namespace().isEmpty()
        ? config.getMetadata().getNamespace()
        : ref.namespace();
  }
}
