package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.ApiServerSecurity;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.steward.plane.plan.Given;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Looks at what a spec names of its user's own: the audit policy and the authority of OIDC. */
final class GivenSight {

  private GivenSight() {}

  /** Of ConfigMaps and Secrets just those that are named. */
  static Watches<TenantControlPlane> following(Watches<TenantControlPlane> watches) {
    return watches
        .following(plane -> list(policy(plane)), concerns(GivenSight::policy))
        .following(plane -> list(authority(plane)), concerns(GivenSight::authority));
  }

  static Given look(TenantControlPlane plane, Cache cache) {
    var checksums = new TreeMap<String, String>();
    policy(plane)
        .flatMap(kind -> find(kind, cache))
        .map(ConfigMap::getData)
        .flatMap(data -> checksum(data, key(plane)))
        .ifPresent(sum -> checksums.put(Given.AUDIT_POLICY, sum));
    authority(plane)
        .flatMap(kind -> find(kind, cache))
        .map(SecretText::of)
        .flatMap(data -> checksum(data, "ca.crt"))
        .ifPresent(sum -> checksums.put(Given.OIDC_AUTHORITY, sum));
    return new Given(checksums);
  }

  private static Optional<String> checksum(Map<String, String> data, String key) {
    return Optional.ofNullable(data.get(key)).map(text -> Checksum.of(text).text());
  }

  private static String key(TenantControlPlane plane) {
    return security(plane)
        .map(ApiServerSecurity::audit)
        .map(audit -> Objects.requireNonNullElse(audit.policyKey(), "policy.yaml"))
        .orElse("");
  }

  private static Optional<Kind<ConfigMap>> policy(TenantControlPlane plane) {
    return security(plane)
        .map(ApiServerSecurity::audit)
        .map(audit -> named(ConfigMap.class, plane, audit.policyConfigMapName()));
  }

  private static Optional<Kind<Secret>> authority(TenantControlPlane plane) {
    return security(plane)
        .map(ApiServerSecurity::oidc)
        .map(ApiServerSecurity.Oidc::caSecretName)
        .map(name -> named(Secret.class, plane, name));
  }

  private static Optional<ApiServerSecurity> security(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getSpec().security());
  }

  private static <T extends HasMetadata> Kind<T> named(
      Class<T> type, TenantControlPlane plane, String name) {
    return Kind.of(type).in(plane.getMetadata().getNamespace()).named(name);
  }

  private static <T extends HasMetadata> Optional<T> find(Kind<T> kind, Cache cache) {
    return cache.find(kind, new ObjectKey(kind.namespace(), kind.name()));
  }

  private static <T extends HasMetadata> Watches.Mapping<T> concerns(
      Function<TenantControlPlane, Optional<Kind<T>>> wanted) {
    return (changed, cache) ->
        cache.list(Sight.PLANES, changed.getMetadata().getNamespace()).stream()
            .filter(
                plane ->
                    wanted
                        .apply(plane)
                        .filter(kind -> kind.name().equals(changed.getMetadata().getName()))
                        .isPresent())
            .map(plane -> new ObjectKey(plane.getMetadata().getNamespace(), name(plane)))
            .toList();
  }

  private static String name(TenantControlPlane plane) {
    return plane.getMetadata().getName();
  }

  private static <T> Collection<T> list(Optional<T> found) {
    return found.stream().toList();
  }
}
