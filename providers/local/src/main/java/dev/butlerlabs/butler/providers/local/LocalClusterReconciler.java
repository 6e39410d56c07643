package dev.butlerlabs.butler.providers.local;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.local.LocalCluster;
import dev.butlerlabs.butler.api.local.LocalMachine;
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
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.providers.local.plan.ClusterPlan;
import dev.butlerlabs.butler.providers.local.plan.ClusterView;
import dev.butlerlabs.butler.providers.local.plan.Milestone;
import dev.butlerlabs.butler.providers.local.plan.Pause;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Serves Cluster API's contract for the infrastructure of a cluster. */
public final class LocalClusterReconciler
    implements Reconciler<LocalCluster>, Cleaner<LocalCluster> {

  private static final FieldManager MANAGER = FieldManager.of("local-cluster");
  private static final Kind<LocalCluster> CLUSTERS = Kind.of(LocalCluster.class);
  private static final Kind<LocalMachine> MACHINES = Kind.of(LocalMachine.class);
  private static final Set<String> FIELDS = Set.of("initialization", "failureDomains");
  private static final Set<String> CONDITIONS =
      Set.of(Milestone.READY.wire(), Milestone.PAUSED.wire());

  private final StatusWriter statuses;
  private final Events events;

  public LocalClusterReconciler(KubernetesClient client, Events events, InstantSource clock) {
    this.events = events;
    this.statuses =
        new StatusWriter(client, new StatusShare(MANAGER, FIELDS, CONDITIONS, true), clock);
  }

  public static Watches<LocalCluster> watches() {
    return Watches.on(CLUSTERS)
        .mapped(MACHINES, LocalClusterReconciler::clusterOf)
        .following(
            cluster ->
                Owners.reference(cluster, "Cluster").stream()
                    .map(owner -> Owners.kind(owner, "Cluster"))
                    .toList(),
            LocalClusterReconciler::clusterOf);
  }

  private static Collection<ObjectKey> clusterOf(LocalMachine machine, Cache cache) {
    var name = Owners.clusterName(machine);
    return cache.list(CLUSTERS, machine.getMetadata().getNamespace()).stream()
        .filter(cluster -> name.equals(nameOf(cluster).orElse("")))
        .map(Owners::keyOf)
        .toList();
  }

  private static Collection<ObjectKey> clusterOf(GenericKubernetesResource cluster, Cache cache) {
    var ref = Owners.tree(cluster).at("/spec/infrastructureRef");
    return CLUSTERS.coordinates().kind().equals(ref.path("kind").asText())
        ? List.of(new ObjectKey(cluster.getMetadata().getNamespace(), ref.path("name").asText()))
        : List.of();
  }

  @Override
  public Outcome reconcile(LocalCluster cluster, Context context) {
    var owner = owner(cluster, context.cache());
    var pause = Pause.reason(Owners.pausedByItself(cluster), owner);
    if (pause.isPresent()) {
      return tell(cluster, ClusterPlan.paused(cluster, pause.get()));
    }
    if (owner.isEmpty()) {
      return tell(cluster, ClusterPlan.alone(cluster));
    }
    var first = !ClusterPlan.isProvisioned(cluster);
    if (first && !owner.get().served()) {
      return tell(cluster, ClusterPlan.waiting(cluster));
    }
    var outcome = tell(cluster, ClusterPlan.provisioned(cluster));
    if (first && outcome instanceof Outcome.Settled) {
      events.tell(cluster, LocalEvent.PROVISIONED, "The workers of this cluster are simulated");
    }
    return outcome;
  }

  @Override
  public String finalizer() {
    return Finalizers.LOCAL_CLUSTER;
  }

  /** Machines would be looked for in a cluster whose infrastructure says it is gone. */
  @Override
  public Cleanup cleanup(LocalCluster cluster, Context context) {
    var owner = owner(cluster, context.cache());
    var pause = Pause.reason(Owners.pausedByItself(cluster), owner);
    if (pause.isPresent()) {
      return Cleanup.unfinished(tell(cluster, ClusterPlan.paused(cluster, pause.get())));
    }
    var left = machines(cluster, context.cache());
    return left == 0
        ? Cleanup.done()
        : Cleanup.unfinished(tell(cluster, ClusterPlan.leaving(cluster, left)));
  }

  private static int machines(LocalCluster cluster, Cache cache) {
    var name = nameOf(cluster);
    return name.isEmpty()
        ? 0
        : (int)
            cache.list(MACHINES, cluster.getMetadata().getNamespace()).stream()
                .filter(machine -> Owners.clusterName(machine).equals(name.get()))
                .count();
  }

  /** Of the Cluster it belongs to. */
  private static Optional<String> nameOf(LocalCluster cluster) {
    return Owners.reference(cluster, "Cluster").map(owner -> owner.getName());
  }

  private static Optional<ClusterView> owner(LocalCluster cluster, Cache cache) {
    return Owners.reference(cluster, "Cluster")
        .flatMap(owner -> Owners.find(cluster, owner, cache))
        .map(ClusterView::of);
  }

  private Outcome tell(LocalCluster cluster, ClusterPlan plan) {
    return statuses.write(cluster, plan.verdicts(), plan.status())
            instanceof Answer.Failed<LocalCluster>(var trouble)
        ? trouble.outcome()
        : Outcome.settled();
  }
}
