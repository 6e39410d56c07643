package dev.butlerlabs.butler.tenants.life;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import dev.butlerlabs.butler.tenants.life.plan.Account;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Platforms that clusters run on, and the Secrets they are signed in to with. */
public final class Accounts implements Reconciler<ProviderConfig> {

  private static final CredentialsSecret NONE =
      new CredentialsSecret("", "", null, Credentials.none());

  private final Trigger news = new Trigger();

  /** How each was when clusters were last told. */
  private final Map<ObjectKey, Seen> known = new ConcurrentHashMap<>();

  /**
   * One look.
   *
   * @param secret the kind that was listed for it
   */
  private record Seen(Optional<Kind<Secret>> secret, String state) {}

  /** ProviderConfigs, and of Secrets just those they name. */
  public Watches<ProviderConfig> watches() {
    return Watches.on(LifeKinds.PROVIDERS)
        .following(config -> kind(config).stream().toList(), this::naming)
        .reading(LifeKinds.CLUSTERS)
        .indexed(LifeKinds.BY_PROVIDER);
  }

  /** Fired with each cluster that something changed for. */
  Trigger news() {
    return news;
  }

  private Collection<ObjectKey> naming(Secret secret, Cache cache) {
    var key = LifeKinds.keyOf(secret);
    return cache.list(LifeKinds.PROVIDERS).stream()
        .filter(config -> secretOf(config).filter(key::equals).isPresent())
        .map(LifeKinds::keyOf)
        .toList();
  }

  /** Of its status, which changes often, clusters want to know only what it lacks. */
  @Override
  public Outcome reconcile(ProviderConfig config, Context context) {
    var kind = kind(config);
    var secret = kind.flatMap(one -> find(one, context.cache()));
    var state =
        "%s %d %s %s"
            .formatted(
                config.getMetadata().getUid(),
                config.getMetadata().getGeneration(),
                secret.map(one -> one.getMetadata().getResourceVersion()).orElse("none"),
                trouble(config));
    var seen = new Seen(kind, state);
    if (!seen.equals(known.put(context.key(), seen))) {
      tell(context);
    }
    return Outcome.settled();
  }

  private static String trouble(ProviderConfig config) {
    return Optional.ofNullable(config.getStatus())
        .flatMap(status -> new Conditions(status.conditions()).find("Ready"))
        .filter(said -> said.status() != Truth.TRUE)
        .map(said -> said.reason() + " " + said.message())
        .orElse("");
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    known.remove(key);
    tell(context);
  }

  private void tell(Context context) {
    context.cache().list(LifeKinds.BY_PROVIDER, context.key().toString()).stream()
        .map(LifeKinds::keyOf)
        .forEach(news::fire);
  }

  /** What is known of a platform. */
  Account find(ObjectKey provider, Cache cache) {
    var config = cache.find(LifeKinds.PROVIDERS, provider);
    var spec = config.flatMap(found -> Optional.ofNullable(found.getSpec()));
    if (config.isEmpty() || spec.isEmpty()) {
      return new Account.Missing(provider);
    }
    var kind = kind(config.get());
    if (kind.isEmpty()) {
      return new Account.Known(spec.get(), NONE);
    }
    var seen = known.get(provider);
    if (seen == null || !seen.secret().equals(kind)) {
      return new Account.Looking(provider);
    }
    return find(kind.get(), cache)
        .<Account>map(secret -> new Account.Known(spec.get(), content(config.get(), secret)))
        .orElseGet(
            () ->
                new Account.Lacking(
                    provider, new ObjectKey(kind.get().namespace(), kind.get().name())));
  }

  private static Optional<Secret> find(Kind<Secret> kind, Cache cache) {
    return cache.find(kind, new ObjectKey(kind.namespace(), kind.name()));
  }

  private static CredentialsSecret content(ProviderConfig config, Secret secret) {
    var values = new HashMap<String, String>();
    Objects.requireNonNullElse(secret.getData(), Map.<String, String>of())
        .forEach(
            (key, value) ->
                values.put(
                    key, new String(Base64.getDecoder().decode(value.getBytes(UTF_8)), UTF_8)));
    return new CredentialsSecret(
        secret.getMetadata().getName(),
        secret.getMetadata().getNamespace(),
        ref(config).map(SecretRef::key).orElse(null),
        Credentials.of(values));
  }

  private static Optional<Kind<Secret>> kind(ProviderConfig config) {
    return secretOf(config).map(key -> Kind.of(Secret.class).in(key.namespace()).named(key.name()));
  }

  private static Optional<SecretRef> ref(ProviderConfig config) {
    return Optional.ofNullable(config.getSpec())
        .flatMap(ProviderConfigSpec::effectiveCredentialsRef);
  }

  private static Optional<ObjectKey> secretOf(ProviderConfig config) {
    return ref(config)
        .filter(ref -> !ref.name().isEmpty())
        .map(
            ref ->
                new ObjectKey(
                    ref.namespace() == null || ref.namespace().isEmpty()
                        ? config.getMetadata().getNamespace()
                        : ref.namespace(),
                    ref.name()));
  }
}
