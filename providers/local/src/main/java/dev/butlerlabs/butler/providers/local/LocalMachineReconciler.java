package dev.butlerlabs.butler.providers.local;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.providers.local.plan.ClusterView;
import dev.butlerlabs.butler.providers.local.plan.MachineTelling;
import dev.butlerlabs.butler.providers.local.plan.MachineView;
import dev.butlerlabs.butler.providers.local.plan.Pause;
import dev.butlerlabs.butler.providers.local.plan.Stage;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Serves Cluster API's contract for machines with simulated workers. */
public final class LocalMachineReconciler
    implements Reconciler<LocalMachine>, Cleaner<LocalMachine> {

  private static final Kind<LocalMachine> MACHINES = Kind.of(LocalMachine.class);

  private final Workshop workshop;

  /** Before the first run there is no list to look in; that run looks at everything anyway. */
  private volatile boolean working;

  LocalMachineReconciler(Workshop workshop) {
    this.workshop = workshop;
  }

  /**
   * Machines and Clusters are followed where a machine has an owner among them.
   *
   * @param news of machines whose Node is there no more
   */
  public Watches<LocalMachine> watches(Trigger news) {
    return Watches.on(MACHINES)
        .owned(IdentityStore.SECRETS)
        .following(machine -> owners(machine, "Machine"), LocalMachineReconciler::infrastructureOf)
        .following(machine -> owners(machine, "Cluster"), this::machinesOf)
        .triggeredBy(news);
  }

  private static List<Kind<GenericKubernetesResource>> owners(LocalMachine machine, String kind) {
    return Owners.reference(machine, "Machine").stream()
        .map(owner -> Owners.kind(owner, kind))
        .toList();
  }

  private static Collection<ObjectKey> infrastructureOf(
      GenericKubernetesResource machine, Cache cache) {
    var ref = Owners.tree(machine).at("/spec/infrastructureRef");
    return MACHINES.coordinates().kind().equals(ref.path("kind").asText())
        ? List.of(new ObjectKey(machine.getMetadata().getNamespace(), ref.path("name").asText()))
        : List.of();
  }

  private Collection<ObjectKey> machinesOf(GenericKubernetesResource cluster, Cache cache) {
    if (!working) {
      return List.of();
    }
    return cache.list(MACHINES, cluster.getMetadata().getNamespace()).stream()
        .filter(machine -> Owners.clusterName(machine).equals(cluster.getMetadata().getName()))
        .map(Owners::keyOf)
        .toList();
  }

  @Override
  public Outcome reconcile(LocalMachine machine, Context context) throws InterruptedException {
    working = true;
    var owner = owner(machine, context.cache());
    var cluster = cluster(machine, owner, context.cache());
    var pause = Pause.reason(Owners.pausedByItself(machine), cluster);
    if (pause.isPresent()) {
      owner.ifPresent(one -> new Working(workshop, machine, one, context).liveOn());
      return workshop.tell(machine, MachineTelling.paused(machine, pause.get()));
    }
    if (owner.isEmpty()) {
      return workshop.tell(machine, MachineTelling.of(machine, Stage.noMachine(), ""));
    }
    if (cluster.isEmpty()) {
      var stage = Stage.noCluster(owner.get().cluster());
      return workshop.tell(machine, MachineTelling.of(machine, stage, ""));
    }
    return new Working(workshop, machine, owner.get(), context).run();
  }

  private static Optional<MachineView> owner(LocalMachine machine, Cache cache) {
    return Owners.reference(machine, "Machine")
        .flatMap(owner -> Owners.find(machine, owner, cache))
        .map(MachineView::of);
  }

  /** The Cluster by the name its Machine has, or the label of one whose Machine is gone. */
  private static Optional<ClusterView> cluster(
      LocalMachine machine, Optional<MachineView> owner, Cache cache) {
    var name = owner.map(MachineView::cluster).orElse(Owners.clusterName(machine));
    var key = new ObjectKey(machine.getMetadata().getNamespace(), name);
    return owners(machine, "Cluster").stream()
        .flatMap(kind -> cache.find(kind, key).stream())
        .map(found -> ClusterView.of(Owners.tree(found)))
        .findFirst();
  }

  @Override
  public String finalizer() {
    return Finalizers.LOCAL_MACHINE;
  }

  @Override
  public Cleanup cleanup(LocalMachine machine, Context context) {
    working = true;
    var cluster = cluster(machine, owner(machine, context.cache()), context.cache());
    var pause = Pause.reason(Owners.pausedByItself(machine), cluster);
    return pause.isPresent()
        ? Cleanup.unfinished(workshop.tell(machine, MachineTelling.paused(machine, pause.get())))
        : new Clearing(workshop, machine, cluster, context).run();
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    workshop.kubelets().stop(key);
  }
}
