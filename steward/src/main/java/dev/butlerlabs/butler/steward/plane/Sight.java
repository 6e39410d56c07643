package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.steward.plane.plan.Fact;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.store.plan.Budget;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What the reconciler watches, and how it finds the objects of one control plane in the cache. */
final class Sight {

  static final Kind<TenantControlPlane> PLANES = Kind.of(TenantControlPlane.class);
  static final Kind<Secret> SECRETS = ours(Secret.class);
  static final Kind<Service> SERVICES = ours(Service.class);
  static final Kind<Deployment> DEPLOYMENTS = ours(Deployment.class);
  static final Kind<ConfigMap> CONFIG_MAPS = ours(ConfigMap.class);
  static final Kind<PodDisruptionBudget> BUDGETS = ours(PodDisruptionBudget.class);
  static final Kind<Ingress> INGRESSES = ours(Ingress.class);
  static final Kind<DataStore> DATA_STORES = Kind.of(DataStore.class);

  private static final Index<Secret> SECRETS_BY_OWNER = Index.byOwner(SECRETS);

  private Sight() {}

  private static <T extends HasMetadata> Kind<T> ours(Class<T> type) {
    return Kind.of(type).labelled(Marks.OURS);
  }

  static Watches<TenantControlPlane> watches() {
    return GivenSight.following(Watches.on(PLANES))
        .owned(SECRETS)
        .owned(SERVICES)
        .owned(DEPLOYMENTS)
        .owned(CONFIG_MAPS)
        .ownedWishes(BUDGETS)
        .owned(INGRESSES)
        .mapped(DATA_STORES, Sight::tenantsOf)
        .following(Sight::podsOfTheDeparting, Sight::planeOf)
        .indexed(SECRETS_BY_OWNER);
  }

  /**
   * Those that wait for the store, and those that it says something new about. A store tells much
   * that concerns none of its tenants, and may have a thousand of them.
   */
  static Collection<ObjectKey> tenantsOf(DataStore store, Cache cache) {
    var name = store.getMetadata().getName();
    var over = Budget.exceeding(store.getStatus());
    return cache.list(PLANES).stream()
        .filter(plane -> name.equals(storeOf(plane).orElse(name)))
        .filter(plane -> concerned(plane, over.contains(plane.getMetadata().getUid())))
        .map(plane -> key(plane.getMetadata().getNamespace(), plane.getMetadata().getName()))
        .toList();
  }

  /** Whether a store of which only this is known has something to say to the control plane. */
  static boolean concerned(TenantControlPlane plane, boolean over) {
    if (plane.getStatus() == null) {
      return true;
    }
    var told = new Conditions(plane.getStatus().conditions());
    var within = told.find(Fact.WITHIN_BUDGET.wire()).filter(one -> one.status() == Truth.FALSE);
    return !told.holds(Fact.STORAGE_READY.wire()) || within.isPresent() != over;
  }

  /** The DataStore a control plane is in or shall go to; empty for the default one. */
  static Optional<String> storeOf(TenantControlPlane plane) {
    return recordedStore(plane).or(() -> Optional.ofNullable(plane.getSpec().dataStore()));
  }

  /** The DataStore a control plane was given a place in. */
  static Optional<String> recordedStore(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getStatus())
        .flatMap(status -> Optional.ofNullable(status.storage()))
        .flatMap(storage -> Optional.ofNullable(storage.dataStoreName()));
  }

  /** Its pods as they are stored now; they are not cached. */
  static List<Pod> storedPods(KubernetesClient client, TenantControlPlane plane) {
    return client
        .pods()
        .inNamespace(plane.getMetadata().getNamespace())
        .withLabels(Map.of(Marks.NAME, plane.getMetadata().getName()))
        .list()
        .getItems();
  }

  /** Pods are looked at only while somebody waits for them to go. */
  private static Collection<Kind<Pod>> podsOfTheDeparting(TenantControlPlane plane) {
    return plane.getMetadata().getDeletionTimestamp() == null ? List.of() : List.of(pods(plane));
  }

  static Kind<Pod> pods(TenantControlPlane plane) {
    return Kind.of(Pod.class)
        .in(plane.getMetadata().getNamespace())
        .labelled(Marks.NAME + "=" + plane.getMetadata().getName());
  }

  private static Collection<ObjectKey> planeOf(Pod pod, Cache cache) {
    var labels =
        Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.<String, String>of());
    var name = labels.get(Marks.NAME);
    return name == null ? List.of() : List.of(key(pod.getMetadata().getNamespace(), name));
  }

  static List<Secret> secretsOf(TenantControlPlane plane, Cache cache) {
    return cache.list(SECRETS_BY_OWNER, plane.getMetadata().getUid());
  }

  /** An object of that name, if it belongs to the control plane. */
  static <T extends HasMetadata> Optional<T> find(
      Kind<T> kind, TenantControlPlane plane, String name, Cache cache) {
    return cache
        .find(kind, key(plane.getMetadata().getNamespace(), name))
        .filter(found -> owned(found, plane));
  }

  static boolean owned(HasMetadata object, TenantControlPlane plane) {
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> plane.getMetadata().getUid().equals(owner.getUid()));
  }

  private static ObjectKey key(String namespace, String name) {
    return new ObjectKey(namespace, name);
  }
}
