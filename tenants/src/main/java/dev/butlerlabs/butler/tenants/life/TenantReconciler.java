package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.tenants.drain.Drains;
import dev.butlerlabs.butler.tenants.life.Addresses.Holder;
import dev.butlerlabs.butler.tenants.life.plan.Account;
import dev.butlerlabs.butler.tenants.life.plan.Before;
import dev.butlerlabs.butler.tenants.life.plan.LifePlan;
import dev.butlerlabs.butler.tenants.life.plan.Observation;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import dev.butlerlabs.butler.tenants.order.plan.Reading;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Makes clusters of orders that were let in, tells how they are, and takes them away again. */
public final class TenantReconciler implements Reconciler<TenantCluster>, Cleaner<TenantCluster> {

  static final FieldManager MANAGER = FieldManager.of(Marks.TENANTS);

  private final ClusterApi clusterApi;
  private final Accounts accounts;
  private final Map<ProviderType, Infrastructure> platforms;
  private final Sight sight;
  private final Sketches sketches = new Sketches();
  private final Building building;
  private final Sweeping sweeping;
  private final Addresses addresses;
  private final Keeper keeper;
  private final Teller teller;
  private final Refreshing refreshing;
  private final LifeMetrics metrics;
  private final Pace pace = new Pace(System::nanoTime);
  private final Berths berths = new Berths();
  private final Drains drains;
  private final Departing departing;

  /**
   * For one process.
   *
   * @param platforms who draws for which platform
   * @param instance which process tells events
   * @param drains who takes away what clusters made on their platforms
   */
  public TenantReconciler(
      KubernetesClient client,
      ClusterApi clusterApi,
      Accounts accounts,
      Map<ProviderType, Infrastructure> platforms,
      String instance,
      InstantSource clock,
      LifeMetrics metrics,
      Drains drains) {
    var applier = new Applier(client, MANAGER);
    this.clusterApi = clusterApi;
    this.accounts = accounts;
    this.platforms = Map.copyOf(platforms);
    this.sight = new Sight(clusterApi, accounts);
    this.building = new Building(applier, clusterApi);
    this.sweeping = new Sweeping(client, applier, clusterApi);
    this.addresses = new Addresses(client, clock);
    this.teller = new Teller(client, clusterApi, instance, clock, metrics, pace);
    var leaving = new Leaving(client, applier, addresses);
    this.keeper = new Keeper(client, applier, addresses, leaving, clusterApi);
    this.departing = new Departing(clusterApi, sight, addresses, leaving, keeper, teller, drains);
    this.metrics = metrics;
    this.drains = drains;
    this.refreshing = new Refreshing(clusterApi);
  }

  /** Everything a cluster is made of, known by the namespace it lies in; nothing is asked twice. */
  public Watches<TenantCluster> watches() {
    var watches = Watches.on(LifeKinds.CLUSTERS);
    for (var served : clusterApi.served()) {
      watches = watches.reading(served.definition());
    }
    return watches
        .mapped(LifeKinds.NAMESPACES, (one, _) -> Place.owner(one).stream().toList())
        .mapped(LifeKinds.PLANES, LifeKinds::ownerOf)
        .mapped(LifeKinds.TENANTS, LifeKinds::ownerOf)
        .mapped(LifeKinds.POLICIES, LifeKinds::ownerOf)
        .mappedWishes(LifeKinds.QUOTAS, LifeKinds::ownerOf)
        .mapped(LifeKinds.CLAIMS, (one, _) -> LifeKinds.tenantOf(one).stream().toList())
        .mappedWishes(LifeKinds.POOLS, LifeKinds::servedFrom)
        .mapped(LifeKinds.IMAGES, LifeKinds::madeFrom)
        .mappedWishes(LifeKinds.CONFIGS, (_, cache) -> LifeKinds.everybody(cache))
        .reading(LifeKinds.PROVIDERS)
        .mapped(LifeKinds.STORES, LifeKinds::standingOn)
        .mapped(LifeKinds.ADDONS, LifeKinds::waitingFor)
        .indexed(LifeKinds.ADDONS_BY_CLUSTER)
        .indexed(LifeKinds.BY_SOURCE)
        .indexed(LifeKinds.BY_SCHEMATIC)
        .indexed(LifeKinds.CLAIMS_BY_CLUSTER)
        .triggeredBy(clusterApi.news())
        .triggeredBy(accounts.news())
        .triggeredBy(berths.news())
        .triggeredBy(drains.news());
  }

  @Override
  public String finalizer() {
    return Finalizers.TENANT_CLUSTER;
  }

  @Override
  public Outcome reconcile(TenantCluster cluster, Context context) {
    var wait = pace.untilNext(context.key(), context.failures());
    if (wait.isPositive()) {
      return Outcome.lookAgain(wait);
    }
    // Asked once: while we look it may become clear, and then half would be taken for missing.
    var clarity = clusterApi.clarity(context.cache());
    var seen = sight.of(cluster, clarity, context.cache(), context.now());
    if (clarity == Sight.Clarity.LOOKING || seen.account() instanceof Account.Looking) {
      // Their news bring us here again; until then what was told stands.
      return Outcome.settled();
    }
    if (seen.reading() instanceof Reading.NotYet order && order.unseen()) {
      var patience = pace.patience(context.key());
      if (patience.isPositive()) {
        return Outcome.lookAgain(patience);
      }
    }
    if (seen.place().seen().isEmpty() || refreshing.due(cluster, seen.place(), context.cache())) {
      forget(context.key());
    }
    var unordered = building.orderImages(seen.reading());
    if (unordered.isPresent()) {
      return unordered.get().outcome();
    }
    var plan = LifePlan.of(seen, platforms, basis -> sketches.of(context.key(), basis));
    var used = Before.of(cluster).used();
    return switch (berths.inTurn(context.key(), used, seen, plan, context.now())) {
      case LifePlan.Hold hold ->
          NextLook.whenTold(
              teller.living(cluster, seen, hold, Optional.empty(), context), Outcome.settled());
      case LifePlan.Make make -> carryOut(cluster, seen, make, context);
    };
  }

  private Outcome carryOut(
      TenantCluster cluster, Observation seen, LifePlan.Make make, Context context) {
    var trouble =
        keeper
            .takeUp(seen.place(), context.cache())
            .or(() -> addresses.hold(Holder.of(cluster), context.cache()))
            .or(() -> building.build(context.key(), noted(cluster, make), context.cache()))
            .or(() -> sweeping.sweep(make, seen.live(), context.cache()));
    var untold = teller.living(cluster, seen, make, trouble, context);
    return trouble
        .map(Trouble::outcome)
        .orElseGet(
            () ->
                NextLook.whenTold(
                    untold,
                    NextLook.at(
                        NextLook.first(seen.rest().until(), berths.until(context.key())),
                        context.now())));
  }

  @Override
  public Cleanup cleanup(TenantCluster cluster, Context context) {
    berths.leave(context.key(), context.now());
    return departing.goOn(cluster, context, () -> forget(context.key()));
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    refreshing.forget(key);
    metrics.forget(key);
    pace.forget(key);
    berths.leave(key, context.now());
    drains.forget(key);
    forget(key);
  }

  private void forget(ObjectKey key) {
    teller.forget(key);
    sketches.forget(key);
    building.forget(key);
    sweeping.forget(key);
  }

  private static ClusterObjects noted(TenantCluster cluster, LifePlan.Make make) {
    return Optional.ofNullable(cluster.getStatus())
        .flatMap(status -> Optional.ofNullable(status.effective()))
        .map(make.objects()::noting)
        .orElse(make.objects());
  }
}
