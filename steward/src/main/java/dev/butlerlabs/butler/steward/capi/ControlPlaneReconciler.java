package dev.butlerlabs.butler.steward.capi;

import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.capi.plan.ClusterView;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Serves Cluster API's control-plane contract with TenantControlPlanes. */
public final class ControlPlaneReconciler
    implements Reconciler<StewardControlPlane>, Cleaner<StewardControlPlane> {

  static final Kind<TenantControlPlane> TENANTS = Kind.of(TenantControlPlane.class);
  static final Kind<Secret> SECRETS = Kind.of(Secret.class).labelled(Marks.OURS);

  private static final Kind<StewardControlPlane> PLANES = Kind.of(StewardControlPlane.class);
  private static final String FINALIZER = "finalizer.steward.butlerlabs.dev/cluster-api";
  private static final String PAUSED = "cluster.x-k8s.io/paused";
  private static final Set<String> HANDED_ON = Set.of(Part.CA.suffix(), Part.ADMIN.suffix());

  private final Clerk clerk;

  /** A reconciler that has looked at nothing. */
  public ControlPlaneReconciler(Clerk clerk) {
    this.clerk = clerk;
  }

  /**
   * Clusters are followed where a control plane has an owner among them, in the version Cluster API
   * names itself by. It may be installed at any time, and before that nobody serves the kind.
   */
  public static Watches<StewardControlPlane> watches() {
    return Watches.on(PLANES)
        .owned(TENANTS)
        .mapped(SECRETS, ControlPlaneReconciler::planeOf)
        .following(
            plane -> owner(plane).map(ClusterApi::clusters).stream().toList(),
            ControlPlaneReconciler::planeOf);
  }

  /** Kubeconfig and CA of the control plane that has the name, and what we made of them. */
  private static Collection<ObjectKey> planeOf(Secret secret, Cache cache) {
    var labels = labels(secret);
    var namespace = secret.getMetadata().getNamespace();
    if (HANDED_ON.contains(labels.getOrDefault(Marks.COMPONENT, ""))
        && labels.containsKey(Marks.NAME)) {
      return List.of(new ObjectKey(namespace, labels.get(Marks.NAME)));
    }
    return secret.getMetadata().getOwnerReferences().stream()
        .filter(owner -> owner.getKind().equals(PLANES.coordinates().kind()))
        .map(owner -> new ObjectKey(namespace, owner.getName()))
        .toList();
  }

  private static Collection<ObjectKey> planeOf(GenericKubernetesResource cluster, Cache cache) {
    var ref = ClusterApi.tree(cluster).at("/spec/controlPlaneRef");
    return PLANES.coordinates().kind().equals(ref.path("kind").asText())
        ? List.of(new ObjectKey(cluster.getMetadata().getNamespace(), ref.path("name").asText()))
        : List.of();
  }

  @Override
  public Outcome reconcile(StewardControlPlane plane, Context context) {
    var cluster = cluster(plane, context.cache());
    if (cluster.isEmpty()) {
      return clerk.tellAlone(plane);
    }
    if (cluster.get().paused() || annotated(plane, PAUSED)) {
      return clerk.tellPaused(plane, cluster.get());
    }
    return new Serving(clerk, plane, cluster.get(), context).run();
  }

  private static Optional<OwnerReference> owner(StewardControlPlane plane) {
    return plane.getMetadata().getOwnerReferences().stream()
        .filter(ClusterApi::isCluster)
        .findFirst();
  }

  private static Optional<ClusterView> cluster(StewardControlPlane plane, Cache cache) {
    var namespace = plane.getMetadata().getNamespace();
    return owner(plane)
        .flatMap(
            owner ->
                cache.find(ClusterApi.clusters(owner), new ObjectKey(namespace, owner.getName())))
        .map(found -> ClusterView.of(ClusterApi.tree(found)));
  }

  @Override
  public String finalizer() {
    return FINALIZER;
  }

  /** Cluster API takes the platform away when this is gone, so nothing may run here then. */
  @Override
  public Cleanup cleanup(StewardControlPlane plane, Context context) {
    if (annotated(plane, PAUSED)
        || cluster(plane, context.cache()).filter(ClusterView::paused).isPresent()) {
      return Cleanup.unfinished(Outcome.settled());
    }
    var key = context.key();
    return switch (stored(key)) {
      case Answer.Failed<TenantControlPlane>(Trouble.NotFound _) -> Cleanup.done();
      case Answer.Failed<TenantControlPlane>(var trouble) -> Cleanup.unfinished(trouble.outcome());
      case Answer.Done<TenantControlPlane>(var tenant) when !owned(tenant, plane) -> Cleanup.done();
      case Answer.Done<TenantControlPlane>(var tenant) -> remove(tenant);
    };
  }

  private Answer<TenantControlPlane> stored(ObjectKey key) {
    return Asking.ask(
        new Attempt("read", TENANTS.coordinates().kind(), key),
        () ->
            clerk
                .client()
                .resources(TenantControlPlane.class)
                .inNamespace(key.namespace())
                .withName(key.name())
                .require());
  }

  private Cleanup remove(TenantControlPlane tenant) {
    if (tenant.isMarkedForDeletion()) {
      return Cleanup.unfinished(Outcome.settled());
    }
    return clerk.applier().remove(tenant) instanceof Answer.Failed<Boolean>(var trouble)
        ? Cleanup.unfinished(trouble.outcome())
        : Cleanup.unfinished(Outcome.settled());
  }

  static boolean owned(HasMetadata object, StewardControlPlane plane) {
    return object.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> owner.getUid().equals(plane.getMetadata().getUid()));
  }

  private static boolean annotated(HasMetadata object, String annotation) {
    var annotations = object.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(annotation);
  }

  private static Map<String, String> labels(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }
}
