package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.drain.plan.DrainPolicy;
import dev.butlerlabs.butler.tenants.life.Addresses.Holder;
import dev.butlerlabs.butler.tenants.life.plan.Ending;
import dev.butlerlabs.butler.tenants.life.plan.Live;
import dev.butlerlabs.butler.tenants.objects.plan.Kept;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Takes deleted clusters away for good when their time is over. */
public final class KeptReconciler implements Reconciler<Namespace> {

  /** Timers that last longer than this are set anew. */
  static final Duration LONGEST = Duration.ofDays(30);

  private final KubernetesClient client;
  private final ClusterApi clusterApi;
  private final Sight sight;
  private final Leaving leaving;
  private final Keeper keeper;
  private final Events events;

  /**
   * Over Butler's own client.
   *
   * @param instance who tells events
   */
  public KeptReconciler(
      KubernetesClient client,
      ClusterApi clusterApi,
      Accounts accounts,
      String instance,
      InstantSource clock) {
    var applier = new Applier(client, TenantReconciler.MANAGER);
    this.client = client;
    this.clusterApi = clusterApi;
    this.sight = new Sight(clusterApi, accounts);
    var addresses = new Addresses(client, clock);
    this.leaving = new Leaving(client, applier, addresses);
    this.events = new Events(client, "butlerlabs.dev/tenants", instance, clock);
    this.keeper = new Keeper(client, applier, addresses, leaving, clusterApi);
  }

  /** Places of deleted clusters, their parts, and orders that may take them up. */
  public Watches<Namespace> watches() {
    var watches = Watches.on(LifeKinds.KEPT);
    for (var served : clusterApi.served()) {
      watches = watches.reading(served.definition());
    }
    return watches
        .reading(LifeKinds.NAMESPACES)
        .mappedWishes(LifeKinds.CLUSTERS, LifeKinds::keptOf)
        .mapped(LifeKinds.PLANES, LifeKinds::keptWith)
        .reading(LifeKinds.TENANTS)
        .reading(LifeKinds.CLAIMS)
        .indexed(LifeKinds.BY_SOURCE)
        .indexed(LifeKinds.CLAIMS_BY_CLUSTER)
        .triggeredBy(clusterApi.keptNews());
  }

  @Override
  public Outcome reconcile(Namespace namespace, Context context) {
    var found = Kept.of(namespace);
    if (found.isEmpty()) {
      return Outcome.settled();
    }
    var kept = found.get();
    if (kept.over() || namespace.isMarkedForDeletion()) {
      return takeAway(namespace, kept, context);
    }
    var left =
        Duration.between(context.now(), Optional.ofNullable(kept.until()).orElse(Instant.MAX));
    if (left.isPositive()) {
      return Outcome.lookAgain(left.compareTo(LONGEST) < 0 ? left : LONGEST);
    }
    return switch (wanted(kept, namespace.getMetadata().getName())) {
      case Answer.Failed<Boolean>(var trouble) -> trouble.outcome();
      // Its news bring us here again.
      case Answer.Done<Boolean>(var some) when some -> Outcome.settled();
      case Answer.Done<Boolean> _ ->
          keeper.end(namespace, kept).map(Trouble::outcome).orElseGet(Outcome::settled);
    };
  }

  /**
   * Whether its own order is still there, or one that takes it up; asked, since a cache is late.
   */
  private Answer<Boolean> wanted(Kept kept, String place) {
    var key = kept.cluster();
    var found =
        Asking.ask(
            new Attempt("read", "TenantCluster", key),
            () ->
                client
                    .resources(TenantCluster.class)
                    .inNamespace(key.namespace())
                    .withName(key.name())
                    .require());
    return switch (found) {
      case Answer.Failed<TenantCluster>(Trouble.NotFound _) -> Answer.done(false);
      case Answer.Failed<TenantCluster>(var trouble) -> Answer.failed(trouble);
      case Answer.Done<TenantCluster>(var cluster) -> Answer.done(wants(cluster, kept, place));
    };
  }

  private static boolean wants(TenantCluster cluster, Kept kept, String place) {
    return cluster.getMetadata().getUid().equals(kept.uid())
        || (!cluster.isMarkedForDeletion()
            && DeletionGrace.undeletes(cluster).filter(kept.uid()::equals).isPresent()
            && !elsewhere(cluster, place));
  }

  /** It was made anew before it asked for what is kept. */
  private static boolean elsewhere(TenantCluster cluster, String place) {
    return Optional.ofNullable(cluster.getStatus())
        .flatMap(status -> Optional.ofNullable(status.tenantNamespace()))
        .filter(name -> !name.equals(place))
        .isPresent();
  }

  private Outcome takeAway(Namespace namespace, Kept kept, Context context) {
    var clarity = clusterApi.clarity(context.cache());
    if (clarity == Sight.Clarity.LOOKING) {
      return Outcome.settled();
    }
    var place = new Place(namespace.getMetadata().getName(), namespace);
    var name = kept.cluster().name();
    var live = sight.live(name, place, context.cache());
    var step = Ending.of(Ending.Keeps.NOBODY, clarity == Sight.Clarity.CLEAR, place, live, null);
    var holder = new Holder(kept.cluster(), kept.uid(), false);
    var trouble =
        switch (step) {
          case Ending.RemoveCluster _ -> {
            undrained(namespace, kept, live);
            yield leaving.removeCluster(place, name);
          }
          case Ending.RemoveRest _ -> leaving.removeRest(holder, place, context.cache());
          // Somebody deleted the namespace itself.
          case Ending.Await _ when place.ending() && live.machines().isEmpty() ->
              leaving.removeRest(holder, place, context.cache());
          case Ending _ -> Optional.<Trouble>empty();
        };
    return trouble.map(Trouble::outcome).orElseGet(Outcome::settled);
  }

  /** Nothing inside of it runs, so nothing there can be removed; whoever pays for it is told. */
  private void undrained(Namespace namespace, Kept kept, Live live) {
    var cluster = new TenantCluster();
    cluster.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(kept.cluster().namespace())
            .withName(kept.cluster().name())
            .withUid(kept.uid())
            .withAnnotations(namespace.getMetadata().getAnnotations())
            .build());
    if (live.served() && DrainPolicy.of(cluster, live.platform()) != DrainPolicy.NONE) {
      events.tell(
          cluster,
          LifeEvent.DRAIN_INCOMPLETE,
          "the time of deleted cluster %s is over, and it goes for good; load balancers of its"
                  .formatted(kept.cluster())
              + " Services and disks of its claims may be left on its platform (%s), since nothing"
                  .formatted(live.platform())
              + " inside of it runs that could remove them: look for them there by the cluster's"
              + " name, and remove them");
    }
  }
}
