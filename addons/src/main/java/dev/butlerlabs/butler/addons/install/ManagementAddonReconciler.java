package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Ahead;
import dev.butlerlabs.butler.addons.install.plan.Before;
import dev.butlerlabs.butler.addons.install.plan.Ending;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Look;
import dev.butlerlabs.butler.addons.install.plan.Resolution;
import dev.butlerlabs.butler.addons.install.plan.Resolving;
import dev.butlerlabs.butler.addons.install.plan.Stage;
import dev.butlerlabs.butler.addons.install.plan.Step;
import dev.butlerlabs.butler.addons.install.plan.Way;
import dev.butlerlabs.butler.addons.platform.plan.Belonging;
import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Puts addons on the management cluster, by the same plan as on tenants. */
public final class ManagementAddonReconciler
    implements Reconciler<ManagementAddon>, Cleaner<ManagementAddon> {

  private final ManagementDestination here;
  private final Acting acting;
  private final Upkeep upkeep;
  private final Teller teller;
  private final Trigger news;
  private final SigningKeys keys;

  ManagementAddonReconciler(
      KubernetesClient client,
      Supplier<Kubeconfig> own,
      Acting acting,
      Upkeep upkeep,
      SigningKeys keys,
      Trigger news,
      Teller.Parts telling) {
    this.here = new ManagementDestination(client, own);
    this.acting = acting;
    this.upkeep = upkeep;
    this.keys = keys;
    this.news = news;
    this.teller = new Teller(telling, ManagementStatus.FIELDS);
  }

  Watches<ManagementAddon> watches() {
    return Watches.on(AddonKinds.MANAGEMENT)
        .mapped(AddonKinds.MANAGEMENT, (_, cache) -> waiting(cache))
        .mappedWishes(AddonKinds.DEFINITIONS, (_, cache) -> everyone(cache))
        .mappedWishes(AddonKinds.CONFIGS, (_, cache) -> everyone(cache))
        .triggeredBy(news);
  }

  private static Collection<ObjectKey> everyone(Cache cache) {
    return cache.list(AddonKinds.MANAGEMENT).stream().map(AddonKinds::keyOf).toList();
  }

  /** Those who may wait for another one, to come or to go. */
  private static Collection<ObjectKey> waiting(Cache cache) {
    return cache.list(AddonKinds.MANAGEMENT).stream()
        .filter(
            one ->
                one.isMarkedForDeletion()
                    || ManagementStatus.read(one, Instant.EPOCH).stage() == Stage.PENDING)
        .map(AddonKinds::keyOf)
        .toList();
  }

  @Override
  public String finalizer() {
    return Finalizers.MANAGEMENT_ADDON;
  }

  @Override
  public Outcome reconcile(ManagementAddon addon, Context context) {
    var before = ManagementStatus.read(addon, context.now());
    var catalog = AddonKinds.catalog(context.cache());
    var past = acting.look(addon, before.facts());
    // We run on one of its nodes.
    var charge =
        Upkeep.charge(
            addon,
            past.over(before.facts()),
            addon.getSpec().driftPolicy(),
            Demands.of(addon.getSpec().addon(), addon.getSpec().values(), catalog, true));
    var installed = !charge.facts().version().isEmpty();
    var sighting = upkeep.look(charge, installed ? here.key() : null, past);
    var resolution = resolve(addon, catalog, before, context);
    var expected =
        upkeep.expect(charge, resolution, charge.demands().first().isEmpty() ? null : here.key());
    var seen =
        new Look(
            before,
            resolution,
            new Way.Open(),
            ManagementNeeds.unmet(addon, catalog, context.cache()),
            expected.<Ahead>map(Upkeep.Expected::ahead).orElseGet(Ahead.Clear::new),
            past,
            sighting.inside(),
            upkeep.drifts().look(charge),
            Boolean.TRUE.equals(addon.getSpec().paused()),
            context.now());
    var step = Step.of(seen);
    var offered = addon.getStatus() == null ? null : addon.getStatus().pendingUpgrade();
    var offer = upkeep.offer(charge, step, offered);
    var report = AddonReport.of(seen, offer.isPresent() ? step : step.untried());
    teller.repaired(addon, upkeep.drifts().repaired(context.key()));
    var fields = ManagementStatus.write(report, attempted(addon, seen.resolution(), step));
    teller.offered(addon, step, fields, offer, offered);
    teller.tell(addon, report, before, fields);
    return switch (step) {
      case Step.Run(var wanted) when upkeep.standBack(context.key()) ->
          acting.deploy(addon, here, wanted);
      case Step.CallOff _ -> acting.supersede(context.key());
      // The status that was written brings us here again, or the end of a repair does.
      case Step.Run _, Step.Settle _ -> Outcome.settled();
      case Step.Keep(var wanted) ->
          upkeep.keep(charge, wanted, here, sighting, report, offered, context.now());
      case Step.Pause pause ->
          upkeep.pause(
              charge,
              pause,
              Belonging.releaseOwner(addon),
              here,
              sighting,
              report,
              offered,
              context.now());
      case Step.Await _ when seen.heldBack() && expected.isPresent() ->
          upkeep.await(expected.get(), here, report, context.now());
      case Step.Refuse _, Step.Await _ ->
          upkeep.meanwhile(charge, here, sighting, report, context.now());
      case Step.Stop _, Step.Attend _ -> Acting.comeBack(report, context.now());
    };
  }

  private Resolution resolve(
      ManagementAddon addon,
      Map<String, AddonDefinitionSpec> catalog,
      Before before,
      Context context) {
    return Resolving.management(
            addon.getMetadata().getName(),
            addon.getSpec(),
            catalog,
            before.facts(),
            AddonKinds.sources(context.cache()),
            context.now())
        .with(
            Acting.consent(addon, addon.getSpec().driftPolicy())
                .with(AddonKinds.crds(addon.getSpec().addon(), catalog)))
        .signed(AddonKinds.signatures(context.cache()), keys::seen)
        .through(AddonKinds.mirrors(context.cache()));
  }

  /** What Helm was asked for last; the cache may not show yet that it was told. */
  private static String attempted(ManagementAddon addon, Resolution resolution, Step step) {
    var tried =
        switch (step) {
          case Step.Run _, Step.Attend _, Step.CallOff _, Step.Pause _, Step.Settle _ -> true;
          case Step.Refuse _, Step.Stop _, Step.Await _, Step.Keep _ -> false;
        };
    if (tried && resolution instanceof Resolution.Clear(var wanted)) {
      return wanted.chart().version();
    }
    return attempted(addon);
  }

  private static String attempted(ManagementAddon addon) {
    var status = addon.getStatus();
    return status == null ? "" : TenantStatus.given(status.lastAttemptedVersion());
  }

  @Override
  public Cleanup cleanup(ManagementAddon addon, Context context) {
    var before = ManagementStatus.read(addon, context.now());
    var catalog = AddonKinds.catalog(context.cache());
    var seen =
        new Ending.Look(
            before.facts(),
            new Way.Open(),
            acting.look(addon, before.facts()),
            ManagementNeeds.dependents(addon, catalog, context.cache()),
            false,
            Optional.empty(),
            AddonKinds.leftovers(addon.getSpec().leftovers()),
            context.now());
    var step = Ending.of(seen);
    if (step instanceof Ending.LetGo end) {
      teller.leftovers(addon, end);
      forget(context.key());
      return Cleanup.done();
    }
    var report = Ending.report(seen, step);
    teller.tell(addon, report, before, ManagementStatus.write(report, attempted(addon)));
    return Cleanup.unfinished(
        switch (step) {
          case Ending.CallOff() -> {
            acting.callOff(context.key());
            yield Outcome.settled();
          }
          // What is repaired just now would be left behind.
          case Ending.Uninstall _ when upkeep.busy(context.key()) -> Outcome.settled();
          case Ending.Uninstall _ ->
              acting.remove(
                  addon,
                  here,
                  releases(addon, catalog, seen.past().over(before.facts())),
                  seen.policy());
          case Ending.Hold _, Ending.Attend _, Ending.Pause _, Ending.LetGo _ ->
              Acting.comeBack(report, context.now());
        });
  }

  /** With what came before it, as it was written down, and as the catalog knows. */
  private static List<ReleaseKey> releases(
      ManagementAddon addon, Map<String, AddonDefinitionSpec> catalog, Facts facts) {
    return Resolving.management(
                addon.getMetadata().getName(),
                addon.getSpec(),
                catalog,
                facts,
                SourcePolicy.everything(),
                Instant.EPOCH)
            instanceof Resolution.Clear(var wanted)
        ? facts.claiming(wanted).releases()
        : facts.releases();
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    forget(key);
  }

  private void forget(ObjectKey key) {
    acting.forget(key);
    upkeep.forget(key);
    teller.forget(key);
  }
}
