package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import dev.butlerlabs.butler.tenants.drain.Drains;
import dev.butlerlabs.butler.tenants.drain.Drains.Progress;
import dev.butlerlabs.butler.tenants.drain.plan.DrainPolicy;
import dev.butlerlabs.butler.tenants.life.Addresses.Holder;
import dev.butlerlabs.butler.tenants.life.plan.Ending;
import dev.butlerlabs.butler.tenants.life.plan.Keeping;
import dev.butlerlabs.butler.tenants.life.plan.Live;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import java.util.Optional;

/** The way out of a cluster that is deleted: looks how far it is, and takes the next step. */
record Departing(
    ClusterApi clusterApi,
    Sight sight,
    Addresses addresses,
    Leaving leaving,
    Keeper keeper,
    Teller teller,
    Drains drains) {

  /**
   * One step.
   *
   * @param forget lets go what is known of a cluster that is no more
   */
  Cleanup goOn(TenantCluster cluster, Context context, Runnable forget) {
    var clarity = clusterApi.clarity(context.cache());
    if (clarity == Sight.Clarity.LOOKING) {
      return Cleanup.unfinished(Outcome.settled());
    }
    var place = sight.place(cluster, context.cache());
    var live = sight.live(cluster.getMetadata().getName(), place, context.cache());
    var until = DeletionGrace.until(cluster).filter(context.now()::isBefore);
    var step =
        DeletionGrace.unreadable(cluster)
            .map(Ending::unclear)
            .or(() -> DrainPolicy.unreadable(cluster).map(Ending::unclearDrain))
            .orElseGet(
                () ->
                    Ending.of(
                        Protection.keeps(cluster),
                        clarity == Sight.Clarity.CLEAR,
                        place,
                        live,
                        until.orElse(null)));
    if (step instanceof Ending.RemoveCluster) {
      step = drained(cluster, place, live, context).orElse(step);
    }
    if (step instanceof Ending.Nothing) {
      return nothingLeft(cluster, context, forget);
    }
    var trouble = take(step, cluster, place, context);
    if (trouble.isPresent()) {
      return Cleanup.unfinished(trouble.get().outcome());
    }
    if (step instanceof Keeping.Keep(var moment, _)) {
      teller.kept(cluster, moment);
      forget.run();
      return Cleanup.done();
    }
    var untold = teller.leaving(cluster, step, place, live, context);
    var then =
        step instanceof Ending.Drain
            ? Outcome.lookAgain(Drains.PAUSE)
            : NextLook.at(until, context.now());
    return Cleanup.unfinished(NextLook.whenTold(untold, then));
  }

  /** What it has made on its platform goes first; nothing once that is gone, or cannot be. */
  private Optional<Ending> drained(TenantCluster cluster, Place place, Live live, Context context) {
    var policy = DrainPolicy.of(cluster, live.platform());
    if (policy == DrainPolicy.NONE || !live.served()) {
      return Optional.empty();
    }
    if (live.stopped()) {
      teller.undrained(cluster, "its control plane sleeps, so nothing inside of it can be removed");
      return Optional.empty();
    }
    var plane = new ObjectKey(place.name(), context.key().name());
    var inner = new AdminDoor.Inner(plane, cluster.getMetadata().getUid());
    return switch (drains.goOn(context.key(), inner, policy, context.now())) {
      case Progress.Over _ -> Optional.empty();
      case Progress.Waits(var cause) -> Optional.of(new Ending.Drain(cause));
      case Progress.GivenUp(var left) -> {
        teller.undrained(cluster, left);
        yield Optional.empty();
      }
    };
  }

  private Optional<Trouble> take(Ending step, TenantCluster cluster, Place place, Context context) {
    return switch (step) {
      case Ending.Protected _, Ending.Drain _, Ending.Await _, Ending.Nothing _ -> Optional.empty();
      case Ending.RemoveCluster _ -> leaving.removeCluster(place, cluster.getMetadata().getName());
      case Ending.RemoveRest _ -> leaving.removeRest(Holder.of(cluster), place, context.cache());
      case Keeping keeping -> keeper.take(keeping, cluster, place, context.cache());
    };
  }

  private Cleanup nothingLeft(TenantCluster cluster, Context context, Runnable forget) {
    return switch (leaving.placeLeft(cluster)) {
      case Answer.Failed<Boolean>(var trouble) -> Cleanup.unfinished(trouble.outcome());
      // The cache is late; its news bring us here again.
      case Answer.Done<Boolean>(var some) when some -> Cleanup.unfinished(Outcome.settled());
      case Answer.Done<Boolean> _ -> {
        forget.run();
        yield addresses
            .letGo(Holder.of(cluster), context.cache())
            .map(trouble -> Cleanup.unfinished(trouble.outcome()))
            .orElseGet(Cleanup::done);
      }
    };
  }
}
