package dev.butlerlabs.butler.addons.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.addons.install.plan.Way;
import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.UnreadableInput;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Finds the way into tenants, by what their TenantCluster tells and nothing else.
 *
 * <p>The Secret is read when it is needed: a watch for each cluster would cost more, and renewed
 * credentials are noticed seconds after the old ones are turned away, or within a minute.
 */
final class Doors {

  private static final List<String> KEYS = List.of("admin.conf", "value", "kubeconfig");

  /** Addons of a cluster are looked at together, and each needs the same. */
  private static final Duration KEPT = Duration.ofMinutes(1);

  /** After this long one that did not open is read anew. */
  private static final Duration DOUBTED = Duration.ofSeconds(10);

  private final KubernetesClient client;
  private final String preferred;
  private final InstantSource clock;
  private final Map<ObjectKey, Kept> kept = new ConcurrentHashMap<>();

  private record Kept(Key key, Instant since) {
    /** What was read later than now was read before the clock was set back: nobody knows when. */
    private boolean holds(Instant now) {
      return !now.isBefore(since) && now.isBefore(since.plus(key.mayBeOld() ? DOUBTED : KEPT));
    }
  }

  /**
   * Nothing was read yet.
   *
   * @param preferred which kubeconfig of the Secret leads there from here, if it is there
   */
  Doors(KubernetesClient client, String preferred, InstantSource clock) {
    this.client = client;
    this.preferred = preferred;
    this.clock = clock;
  }

  /**
   * The way into a cluster.
   *
   * @param found what is told of it
   * @param early for what has to be there before the cluster is Ready: an API server that answers
   *     is enough
   */
  Door find(ObjectKey cluster, Optional<TenantCluster> found, boolean early) {
    if (found.isEmpty()) {
      return new Door(new Way.Gone("there is no TenantCluster " + cluster), null);
    }
    if (found.get().isMarkedForDeletion()) {
      return new Door(new Way.Gone("TenantCluster %s is being deleted".formatted(cluster)), null);
    }
    return secret(found.get())
        .map(name -> read(found.get(), name, early))
        .orElseGet(
            () ->
                new Door(
                    new Way.Shut(
                        "ClusterNotReady",
                        "TenantCluster %s has no kubeconfig yet".formatted(cluster)),
                    null));
  }

  private static Optional<ObjectKey> secret(TenantCluster cluster) {
    var status = Optional.ofNullable(cluster.getStatus());
    var namespace = status.map(TenantClusterStatus::tenantNamespace);
    var name = status.map(TenantClusterStatus::kubeconfigSecretRef).map(LocalRef::name);
    return namespace.flatMap(there -> name.map(called -> new ObjectKey(there, called)));
  }

  private Door read(TenantCluster cluster, ObjectKey name, boolean early) {
    var tenant = new Tenant(AddonKinds.keyOf(cluster), cluster.getMetadata().getUid());
    var now = clock.instant();
    var known = kept.get(name);
    if (known != null && known.key().tenant().equals(tenant) && known.holds(now)) {
      return new Door(inUse(cluster, early), known.key());
    }
    var answer =
        Asking.ask(
            new Attempt("read", "Secret", name),
            () -> client.secrets().inNamespace(name.namespace()).withName(name.name()).require());
    return switch (answer) {
      case Answer.Failed<Secret>(var trouble) ->
          new Door(new Way.Shut(Door.UNREADABLE, trouble.problem().sentence()), null);
      case Answer.Done<Secret>(var secret) ->
          bytes(secret)
              .flatMap(bytes -> key(tenant, bytes))
              .map(
                  key -> {
                    kept.values().removeIf(one -> !one.holds(now));
                    kept.put(name, new Kept(key, now));
                    return new Door(inUse(cluster, early), key);
                  })
              .orElseGet(() -> useless(name));
    };
  }

  private Optional<byte[]> bytes(Secret secret) {
    var data = Objects.requireNonNullElse(secret.getData(), Map.<String, String>of());
    return Stream.concat(Stream.of(preferred), KEYS.stream())
        .map(data::get)
        .filter(Objects::nonNull)
        .map(text -> Base64.getDecoder().decode(text.getBytes(UTF_8)))
        .findFirst();
  }

  private static Optional<Key> key(Tenant tenant, byte[] bytes) {
    try {
      return Optional.of(new Key(tenant, bytes, Kubeconfig.parse(new String(bytes, UTF_8))));
    } catch (UnreadableInput unreadable) {
      return Optional.empty();
    }
  }

  private static Door useless(ObjectKey name) {
    return new Door(
        new Way.Shut(
            Door.UNREADABLE,
            "Secret %s holds no kubeconfig that can be used; it is looked at again"
                .formatted(name)),
        null);
  }

  private static Way inUse(TenantCluster cluster, boolean early) {
    var status = Optional.ofNullable(cluster.getStatus());
    var phase = status.map(TenantClusterStatus::phase);
    var answers =
        new Conditions(status.map(TenantClusterStatus::conditions).orElse(List.of()))
            .holds(ConditionType.CONTROL_PLANE_READY.wire());
    return phase.filter(one -> one == Phase.READY || one == Phase.UPDATING).isPresent()
            || (early && answers)
        ? new Way.Open()
        : new Way.Shut(
            "ClusterNotReady",
            "TenantCluster %s is not Ready".formatted(AddonKinds.keyOf(cluster)));
  }
}
