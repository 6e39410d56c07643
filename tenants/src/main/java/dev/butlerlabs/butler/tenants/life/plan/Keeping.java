package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import java.time.Instant;
import java.util.List;

/**
 * The next step of keeping a deleted cluster for a while. It falls asleep as any other: machines go
 * first, since they are drained through the control plane. What sleeps keeps its data, its keys,
 * its addresses and its platform's network.
 */
public sealed interface Keeping extends Ending {

  /** These MachineDeployments are to have no machines. */
  record EmptyPools(List<String> deployments, Cause awaited) implements Keeping {

    public EmptyPools {
      deployments = List.copyOf(deployments);
    }
  }

  /** No machine is left: the control plane may stop. */
  record StopPlane(Cause awaited) implements Keeping {}

  /** Nothing can be done but wait. */
  record FallAsleep(Cause awaited) implements Keeping {}

  /** Everything sleeps: its place is marked, and the order may go. */
  record Keep(Instant until, Cause awaited) implements Keeping {}

  /** Whether there is something to be had back: a control plane that served, and stays. */
  static boolean worthwhile(Place place, Live live) {
    return !place.ending()
        && live.seenCluster().filter(cluster -> !cluster.deleting()).isPresent()
        && live.seenPlane().filter(PlaneView::initialized).isPresent();
  }

  /** What to tell when it is known what keeps its machines. */
  default Found held(Found found) {
    return Slumber.held(awaited(), found);
  }

  /** Decides. */
  static Keeping of(Live live, Instant until) {
    var awake =
        live.deployments().stream()
            .filter(one -> one.wanted() > 0)
            .map(DeploymentView::name)
            .toList();
    if (!awake.isEmpty()) {
      return new EmptyPools(awake, told("its workers are to go", until));
    }
    if (!Slumber.emptied(live)) {
      var left = "%d machines are still there".formatted(live.machines().size());
      return new FallAsleep(told(left, until));
    }
    return Slumber.asleep(live)
        ? new Keep(until, told("it sleeps", until))
        : new StopPlane(told("its control plane is to stop", until));
  }

  private static Cause told(String what, Instant until) {
    return new Cause(
        "Deleting",
        "it was deleted and can be had back until %s: %s".formatted(until, what),
        "Butler keeps its data and addresses until then, asleep, and deletes them for good at"
            + " that moment",
        "Set the annotation %s to 0s to delete it for good at once"
            .formatted(Annotations.DELETION_GRACE_PERIOD));
  }
}
