package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Ahead;
import dev.butlerlabs.butler.addons.install.plan.Before;
import dev.butlerlabs.butler.addons.install.plan.Look;
import dev.butlerlabs.butler.addons.install.plan.Needs;
import dev.butlerlabs.butler.addons.install.plan.Resolution;
import dev.butlerlabs.butler.addons.install.plan.Resolving;
import dev.butlerlabs.butler.addons.install.plan.Step;
import dev.butlerlabs.butler.addons.install.plan.Way;
import dev.butlerlabs.butler.addons.platform.ClusterReading;
import dev.butlerlabs.butler.addons.platform.plan.Belonging;
import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** Puts addons on tenants, looks after them, and takes them away again. */
public final class TenantAddonReconciler implements Reconciler<TenantAddon>, Cleaner<TenantAddon> {

  private final Doors doors;
  private final TenantClients clients;
  private final Upkeep upkeep;
  private final Acting acting;
  private final Teller teller;
  private final TenantLeaving leaving;
  private final Followers followers;
  private final Trigger news;
  private final SigningKeys keys;

  TenantAddonReconciler(
      KubernetesClient client,
      TenantClients clients,
      Acting acting,
      Upkeep upkeep,
      Followers followers,
      SigningKeys keys,
      Trigger news,
      InstallSettings settings,
      Teller.Parts telling) {
    this.doors = new Doors(client, settings.wayIntoTenants(), telling.clock());
    this.clients = clients;
    this.upkeep = upkeep;
    this.acting = acting;
    this.teller = new Teller(telling, TenantStatus.FIELDS);
    this.leaving = new TenantLeaving(doors, clients, acting, upkeep, teller);
    this.followers = followers;
    this.news = news;
    this.keys = keys;
  }

  Watches<TenantAddon> watches() {
    return Watches.on(AddonKinds.ADDONS)
        .mapped(AddonKinds.ADDONS, TenantAddonReconciler::beside)
        .mapped(AddonKinds.ADDONS, followers::after)
        .mapped(
            AddonKinds.CLUSTERS,
            (cluster, cache) ->
                keys(cache.list(AddonKinds.BY_CLUSTER, AddonKinds.keyOf(cluster).toString())))
        .mappedWishes(AddonKinds.CLUSTERS, followers::beside)
        .mappedWishes(
            AddonKinds.DEFINITIONS, (one, cache) -> naming(one.getMetadata().getName(), cache))
        .following(AddonKinds::secrets, AddonKinds::naming)
        .mappedWishes(AddonKinds.CONFIGS, (_, cache) -> keys(cache.list(AddonKinds.ADDONS)))
        .mappedWishes(ClusterReading.PROVIDERS, (_, cache) -> pending(cache))
        .indexed(AddonKinds.BY_CLUSTER)
        .indexed(Followers.BY_DEFINITION)
        .triggeredBy(news);
  }

  /** Those who may wait for it, or want the same. */
  private static Collection<ObjectKey> beside(TenantAddon addon, Cache cache) {
    var name = addon.getMetadata().getName();
    return keys(
        cache.list(AddonKinds.BY_CLUSTER, AddonKinds.clusterOf(addon).toString()).stream()
            .filter(one -> !one.getMetadata().getName().equals(name))
            .filter(one -> waits(one) || names(one, name))
            .toList());
  }

  private static boolean waits(TenantAddon addon) {
    return addon.isMarkedForDeletion()
        || addon.getStatus() == null
        || addon.getStatus().phase() != Phase.INSTALLED;
  }

  private static boolean names(TenantAddon addon, String other) {
    return addon.getSpec().dependsOn().stream().anyMatch(ref -> ref.name().equals(other));
  }

  /** They may wait for what is known of their cluster only through its platform. */
  private static Collection<ObjectKey> pending(Cache cache) {
    return keys(
        cache.list(AddonKinds.ADDONS).stream().filter(TenantAddonReconciler::waits).toList());
  }

  private static Collection<ObjectKey> naming(String definition, Cache cache) {
    return keys(
        cache.list(AddonKinds.ADDONS).stream()
            .filter(addon -> definition.equals(addon.getSpec().addon()))
            .toList());
  }

  private static List<ObjectKey> keys(List<? extends HasMetadata> objects) {
    return objects.stream().map(AddonKinds::keyOf).toList();
  }

  @Override
  public String finalizer() {
    return Finalizers.TENANT_ADDON;
  }

  @Override
  public Outcome reconcile(TenantAddon addon, Context context) {
    var before = TenantStatus.read(addon, context.now());
    var around = Surroundings.of(addon, context.cache());
    var door = doors.find(AddonKinds.clusterOf(addon), around.cluster(), around.self().platform());
    var past = acting.look(addon, before.facts());
    var charge =
        Upkeep.charge(
            addon,
            past.over(before.facts()),
            addon.getSpec().driftPolicy(),
            Demands.of(
                addon.getSpec().addon(),
                addon.getSpec().values(),
                around.catalog(),
                around.nodes()));
    var sighting = upkeep.look(charge, door.key(), past);
    var resolution = resolve(addon, around, before, context);
    var expected =
        upkeep.expect(charge, resolution, door.way() instanceof Way.Open ? door.key() : null);
    var seen =
        new Look(
            before,
            resolution,
            door.way(),
            Needs.unmet(around.self(), around.neighbours(), around.catalog(), around.healthy()),
            expected.<Ahead>map(Upkeep.Expected::ahead).orElseGet(Ahead.Clear::new),
            past,
            sighting.inside(),
            upkeep.drifts().look(charge),
            false,
            context.now());
    var step = Step.of(seen);
    var offered = addon.getStatus() == null ? null : addon.getStatus().pendingUpgrade();
    var offer = upkeep.offer(charge, step, offered);
    var report = AddonReport.of(seen, offer.isPresent() ? step : step.untried());
    teller.repaired(addon, upkeep.drifts().repaired(context.key()));
    var fields = TenantStatus.write(report, before, context.now());
    teller.offered(addon, step, fields, offer, offered);
    teller.tell(addon, report, before, fields);
    return switch (step) {
      case Step.Run(var wanted) when upkeep.standBack(context.key()) ->
          acting.deploy(addon, there(door), wanted);
      case Step.CallOff _ -> acting.supersede(context.key());
      // The status that was written brings us here again, or the end of a repair does.
      case Step.Run _, Step.Settle _ -> Outcome.settled();
      case Step.Keep(var wanted) when door.way() instanceof Way.Open ->
          upkeep.keep(charge, wanted, there(door), sighting, report, offered, context.now());
      case Step.Pause pause when door.way() instanceof Way.Open && !door.unwatched() ->
          upkeep.pause(
              charge,
              pause,
              Belonging.releaseOwner(addon),
              there(door),
              sighting,
              report,
              offered,
              context.now());
      case Step.Await _ when seen.heldBack() && expected.isPresent() && !door.unwatched() ->
          upkeep.await(expected.get(), there(door), report, context.now());
      case Step.Refuse _, Step.Await _ when door.way() instanceof Way.Open && !door.unwatched() ->
          upkeep.meanwhile(charge, there(door), sighting, report, context.now());
      case Step.Refuse _, Step.Stop _, Step.Await _, Step.Attend _, Step.Pause _, Step.Keep _ ->
          door.unwatched()
              ? Outcome.lookAgain(Acting.LOOK_AGAIN)
              : Acting.comeBack(report, context.now());
    };
  }

  private Resolution resolve(
      TenantAddon addon, Surroundings around, Before before, Context context) {
    return Resolving.tenant(
            around.self(),
            around.neighbours(),
            around.catalog(),
            before.facts(),
            around.policy(),
            around.facts(),
            followers.turn(addon, context.cache()),
            context.now())
        .with(
            Acting.consent(addon, addon.getSpec().driftPolicy())
                .with(AddonKinds.crds(addon.getSpec(), around.catalog())))
        .showing(AddonKinds.shown(addon, context.cache()))
        .signed(
            AddonKinds.signatures(context.cache()), AddonKinds.seen(addon, context.cache(), keys))
        .through(AddonKinds.mirrors(context.cache()));
  }

  private Destination there(Door door) {
    return new TenantDestination(Objects.requireNonNull(door.key()), clients);
  }

  @Override
  public Cleanup cleanup(TenantAddon addon, Context context) {
    var cleanup = leaving.cleanup(addon, context);
    if (cleanup instanceof Cleanup.Done) {
      forget(context.key());
    }
    return cleanup;
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    forget(key);
  }

  private void forget(ObjectKey key) {
    acting.forget(key);
    upkeep.forget(key);
    followers.forget(key);
    teller.forget(key);
  }
}
