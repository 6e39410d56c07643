package dev.butlerlabs.butler.providers.local;

import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.providers.local.join.NodeIdentity;
import dev.butlerlabs.butler.providers.local.plan.ClusterView;
import dev.butlerlabs.butler.providers.local.plan.MachineTelling;
import dev.butlerlabs.butler.providers.local.plan.ProviderId;
import dev.butlerlabs.butler.providers.local.plan.Stage;
import java.util.Optional;

/** Takes away what there is of a machine: who plays its Node, the Node, and its pods. */
final class Clearing {

  private final Workshop workshop;
  private final LocalMachine machine;
  private final Optional<ClusterView> cluster;
  private final Context context;

  Clearing(
      Workshop workshop, LocalMachine machine, Optional<ClusterView> cluster, Context context) {
    this.workshop = workshop;
    this.machine = machine;
    this.cluster = cluster;
    this.context = context;
  }

  /** The Secret with the key goes with its owner. */
  Cleanup run() {
    workshop.kubelets().stop(context.key());
    return switch (workshop.identities().find(machine, context.cache())) {
      case Answer.Failed<Optional<NodeIdentity>>(var trouble) ->
          Cleanup.unfinished(trouble.outcome());
      case Answer.Done<Optional<NodeIdentity>>(var identity)
          when identity.isEmpty() || cluster.isEmpty() ->
          Cleanup.done();
      case Answer.Done<Optional<NodeIdentity>>(var identity) ->
          clear(identity.get(), cluster.get());
    };
  }

  private Cleanup clear(NodeIdentity identity, ClusterView from) {
    var removed =
        workshop
            .removal()
            .remove(
                machine.getMetadata().getNamespace(),
                from,
                identity.nodeName(),
                ProviderId.of(machine));
    return switch (removed) {
      case Answer.Done<Boolean>(var there) -> {
        if (there) {
          workshop
              .events()
              .tell(
                  machine,
                  LocalEvent.NODE_REMOVED,
                  "Node %s was taken out of the tenant".formatted(identity.nodeName()));
        }
        if (identity.isSigned() && there) {
          workshop.kubelets().clearPods(identity);
        }
        yield Cleanup.done();
      }
      // The tenant goes with its cluster, and all Nodes with it.
      case Answer.Failed<Boolean> _ when from.leaving() -> Cleanup.done();
      case Answer.Failed<Boolean>(var trouble) -> Cleanup.unfinished(waits(trouble));
    };
  }

  private Outcome waits(Trouble trouble) {
    var cause =
        new Cause(
            "WaitingForNodeRemoval",
            "its Node could not be taken out of the tenant: " + trouble.problem().sentence(),
            "it is tried again",
            "If the tenant is gone for good, delete its Cluster");
    return workshop.tell(
        machine, MachineTelling.of(machine, new Stage.Outside(cause), ""), trouble.outcome());
  }
}
