package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.catalog.plan.Turn;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Before;
import dev.butlerlabs.butler.addons.install.plan.Ending;
import dev.butlerlabs.butler.addons.install.plan.Needs;
import dev.butlerlabs.butler.addons.install.plan.Resolution;
import dev.butlerlabs.butler.addons.install.plan.Resolving;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec.DeletionPolicy;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Takes addons of tenants away. */
final class TenantLeaving {

  private static final Duration USUAL_FORCE = Duration.ofHours(1);

  private final Doors doors;
  private final TenantClients clients;
  private final Acting acting;
  private final Upkeep upkeep;
  private final Teller teller;

  TenantLeaving(Doors doors, TenantClients clients, Acting acting, Upkeep upkeep, Teller teller) {
    this.doors = doors;
    this.clients = clients;
    this.acting = acting;
    this.upkeep = upkeep;
    this.teller = teller;
  }

  /** The same look for the plan, for what is told and for what is done. */
  private record Scene(
      TenantAddon addon, Before before, Surroundings around, Door door, Ending.Look seen) {}

  Cleanup cleanup(TenantAddon addon, Context context) {
    var scene = look(addon, context);
    var step = Ending.of(scene.seen());
    if (step instanceof Ending.LetGo end) {
      // One that comes with its cluster comes back to its release.
      if (!scene.around().self().platform()) {
        teller.leftovers(addon, end);
      }
      return Cleanup.done();
    }
    var report = Ending.report(scene.seen(), step);
    var before = scene.before();
    teller.tell(addon, report, before, TenantStatus.write(report, before, context.now()));
    return Cleanup.unfinished(act(scene, step, report, context));
  }

  private Scene look(TenantAddon addon, Context context) {
    var before = TenantStatus.read(addon, context.now());
    var around = Surroundings.of(addon, context.cache());
    var door = doors.find(AddonKinds.clusterOf(addon), around.cluster(), around.self().platform());
    var policy = addon.getSpec().deletionPolicy();
    var seen =
        new Ending.Look(
            before.facts(),
            door.wayOut(),
            acting.look(addon, before.facts()),
            Needs.dependents(around.self(), around.neighbours(), around.catalog()),
            policy == DeletionPolicy.ORPHAN || around.self().platform(),
            policy == DeletionPolicy.FORCE_AFTER ? Optional.of(force(addon)) : Optional.empty(),
            AddonKinds.leftovers(addon.getSpec().leftovers()),
            context.now());
    return new Scene(addon, before, around, door, seen);
  }

  private static Instant force(TenantAddon addon) {
    return Instant.parse(addon.getMetadata().getDeletionTimestamp())
        .plus(TimeSpan.orElse(addon.getSpec().forceAfter(), USUAL_FORCE));
  }

  private Outcome act(Scene scene, Ending step, AddonReport report, Context context) {
    return switch (step) {
      case Ending.CallOff() -> {
        acting.callOff(context.key());
        yield Outcome.settled();
      }
      // What is repaired just now would be left behind.
      case Ending.Uninstall _ when upkeep.busy(context.key()) -> Outcome.settled();
      case Ending.Uninstall _ ->
          acting.remove(
              scene.addon(),
              new TenantDestination(Objects.requireNonNull(scene.door().key()), clients),
              releases(scene),
              scene.seen().policy());
      case Ending.Hold _ when scene.door().unwatched() -> Outcome.lookAgain(Acting.LOOK_AGAIN);
      case Ending.Hold _, Ending.Attend _, Ending.Pause _, Ending.LetGo _ ->
          Acting.comeBack(report, context.now());
    };
  }

  /** With what came before it, as it was written down, and as the catalog knows. */
  private static List<ReleaseKey> releases(Scene scene) {
    var around = scene.around();
    var facts = scene.seen().past().over(scene.before().facts());
    return Resolving.tenant(
                around.self(),
                List.of(),
                around.catalog(),
                facts,
                SourcePolicy.everything(),
                around.facts(),
                new Turn.Now(),
                scene.seen().now())
            instanceof Resolution.Clear(var wanted)
        ? facts.claiming(wanted).releases()
        : facts.releases();
  }
}
