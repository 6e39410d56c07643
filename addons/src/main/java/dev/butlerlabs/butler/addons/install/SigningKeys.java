package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.catalog.plan.Signatures;
import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Watches the Secrets with keys that definitions and the platform name, and brings up all addons
 * when one is written, since any may have failed for want of it. What it knows is lost with the
 * process, which costs one attempt.
 */
final class SigningKeys {

  private final Trigger tenants;
  private final Trigger management;
  private final Map<ObjectKey, String> versions = new ConcurrentHashMap<>();

  SigningKeys(Trigger tenants, Trigger management) {
    this.tenants = tenants;
    this.management = management;
  }

  void addTo(Engine engine) {
    add(engine, "addon-definition-keys", AddonKinds.DEFINITIONS, SigningKeys::ofDefinition);
    add(engine, "addon-platform-keys", AddonKinds.CONFIGS, SigningKeys::ofPlatform);
  }

  /** Which version of a Secret was seen last; empty for none. */
  String seen(ObjectKey secret) {
    return versions.getOrDefault(secret, "");
  }

  private static List<ObjectKey> ofDefinition(AddonDefinition definition) {
    var signed = definition.getSpec().chart().provenance();
    return signed == null
        ? List.of()
        : List.of(new ObjectKey(Namespaces.SYSTEM, signed.keysRef().name()));
  }

  private static List<ObjectKey> ofPlatform(ButlerConfig config) {
    return Signatures.of(config).keys();
  }

  private <T extends HasMetadata> void add(
      Engine engine, String name, Kind<T> kind, Function<T, List<ObjectKey>> keys) {
    var watches =
        Watches.on(kind)
            .reading(AddonKinds.ADDONS)
            .reading(AddonKinds.MANAGEMENT)
            .following(
                one -> keys.apply(one).stream().map(SigningKeys::watched).toList(),
                (Secret secret, Cache cache) -> naming(kind, keys, secret, cache));
    Reconciler<T> reconciler =
        (object, context) -> {
          keys.apply(object).forEach(key -> look(key, context.cache()));
          return Outcome.settled();
        };
    engine.add(name, watches, reconciler, ControllerSettings.DEFAULT);
  }

  private static Kind<Secret> watched(ObjectKey secret) {
    return Kind.of(Secret.class).in(secret.namespace()).named(secret.name());
  }

  private static <T extends HasMetadata> Collection<ObjectKey> naming(
      Kind<T> kind, Function<T, List<ObjectKey>> keys, Secret secret, Cache cache) {
    var key = AddonKinds.keyOf(secret);
    return cache.list(kind).stream()
        .filter(one -> keys.apply(one).contains(key))
        .map(AddonKinds::keyOf)
        .toList();
  }

  private void look(ObjectKey key, Cache cache) {
    var version =
        cache.find(watched(key), key).map(one -> one.getMetadata().getResourceVersion()).orElse("");
    if (!version.equals(seen(key))) {
      versions.put(key, version);
      cache.list(AddonKinds.ADDONS).forEach(addon -> tenants.fire(AddonKinds.keyOf(addon)));
      cache.list(AddonKinds.MANAGEMENT).forEach(addon -> management.fire(AddonKinds.keyOf(addon)));
    }
  }
}
