package dev.butlerlabs.butler.addons.platform;

import dev.butlerlabs.butler.addons.platform.plan.Care;
import dev.butlerlabs.butler.addons.platform.plan.Choice;
import dev.butlerlabs.butler.addons.platform.plan.Choosing;
import dev.butlerlabs.butler.addons.platform.plan.Entry;
import dev.butlerlabs.butler.addons.platform.plan.Held;
import dev.butlerlabs.butler.addons.platform.plan.PlatformReport;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Orders the addons that come with a cluster, and tells on the cluster how they are. They are
 * TenantAddons like any other; only ever added, never taken away.
 */
public final class PlatformAddons implements Reconciler<TenantCluster> {

  private static final FieldManager MANAGER = FieldManager.of("platform-addons");
  private static final StatusShare SHARE =
      new StatusShare(
          MANAGER,
          Set.of("observedState.addons", "orderedAddons"),
          Set.of(PlatformReport.READY),
          false);

  private final Applier applier;
  private final GiftOrders gifts;
  private final StatusWriter statuses;

  public PlatformAddons(KubernetesClient client, InstantSource clock) {
    this.applier = new Applier(client, MANAGER);
    this.gifts = new GiftOrders(client, new Applier(client, FieldManager.of("default-addons")));
    this.statuses = new StatusWriter(client, SHARE, clock);
  }

  public void addTo(Engine engine) {
    engine.add("platform-addons", watches(), this, ControllerSettings.DEFAULT);
  }

  static Watches<TenantCluster> watches() {
    return Watches.on(PlatformReading.CLUSTERS)
        .owned(PlatformReading.ADDONS)
        .mappedWishes(PlatformReading.DEFINITIONS, (_, cache) -> all(cache))
        .mappedWishes(PlatformReading.CONFIGS, (_, cache) -> all(cache))
        .reading(PlatformReading.PROVIDERS)
        .indexed(PlatformReading.BY_OWNER);
  }

  private static List<ObjectKey> all(Cache cache) {
    return cache.list(PlatformReading.CLUSTERS).stream()
        .map(one -> new ObjectKey(one.getMetadata().getNamespace(), one.getMetadata().getName()))
        .toList();
  }

  @Override
  public Outcome reconcile(TenantCluster cluster, Context context) {
    var seen = new PlatformReading(cluster, context.cache());
    var question = seen.question();
    if (cluster.isMarkedForDeletion() || question.isEmpty()) {
      return Outcome.settled();
    }
    var choice = Choosing.of(question.get());
    var addons = seen.addons();
    var troubles = seen.reachable() ? order(seen, choice, addons) : Map.<String, Problem>of();
    var held = held(seen, choice, addons, troubles);
    var given = gifts.order(seen, seen.leftAlone() ? List.of() : choice.gifts());
    var report = new PlatformReport(choice, held, seen.told(), seen.leftAlone());
    tell(cluster, report, given.ordered(), choice.nothing() && held.isEmpty());
    return Stream.concat(troubles.values().stream(), given.troubles().stream())
        .findFirst()
        .map(problem -> Outcome.failed("NotOrdered", problem))
        .orElseGet(Outcome::settled);
  }

  /** What could not be ordered, by definition. */
  private Map<String, Problem> order(
      PlatformReading seen, Choice choice, Map<String, TenantAddon> addons) {
    var troubles = new HashMap<String, Problem>();
    var left = new TreeMap<>(addons);
    if (!seen.leftAlone()) {
      for (var entry : choice.entries()) {
        var there = left.remove(entry.definition());
        var wanted = PlatformOrders.of(seen.cluster(), entry, there);
        write(wanted, there)
            .ifPresent(trouble -> troubles.put(entry.definition(), trouble.problem()));
      }
    }
    // Nobody asks for these: they stay as they are, and no policy changes what is left alone.
    var care = seen.leftAlone() ? Care.unsaid() : choice.care();
    left.values().removeIf(there -> PlatformOrders.care(there).equals(care));
    left.forEach(
        (definition, there) ->
            write(PlatformOrders.tended(seen.cluster(), definition, there, care), there)
                .ifPresent(trouble -> troubles.put(definition, trouble.problem())));
    return troubles;
  }

  /** One that is being deleted comes back when it is gone. */
  private Optional<Trouble> write(TenantAddon wanted, @Nullable TenantAddon there) {
    var done =
        there != null && (there.isMarkedForDeletion() || PlatformOrders.stands(there, wanted));
    return !done && applier.apply(wanted, there) instanceof Answer.Failed<TenantAddon>(var trouble)
        ? Optional.of(trouble)
        : Optional.empty();
  }

  /** In the order of the choice, then those that nobody chooses any more. */
  private static List<Held> held(
      PlatformReading seen,
      Choice choice,
      Map<String, TenantAddon> addons,
      Map<String, Problem> troubles) {
    var left = new TreeMap<>(addons);
    var held = new ArrayList<Held>();
    for (var entry : choice.entries()) {
      var there = left.remove(entry.definition());
      var trouble = troubles.get(entry.definition());
      if (trouble != null) {
        held.add(missing(seen, entry, Phase.FAILED, trouble.sentence()));
      } else if (there != null) {
        held.add(seen.held(entry.definition(), there));
      } else if (!seen.leftAlone()) {
        held.add(
            missing(
                seen,
                entry,
                Phase.PENDING,
                seen.reachable()
                    ? "it was just ordered"
                    : "waits until the control plane can be reached"));
      }
    }
    left.forEach((definition, addon) -> held.add(seen.held(definition, addon)));
    return held;
  }

  private static Held missing(PlatformReading seen, Entry entry, Phase phase, String why) {
    var version = seen.pinned().getOrDefault(entry.definition(), "");
    return new Held(entry.definition(), phase, version, why);
  }

  private void tell(
      TenantCluster cluster, PlatformReport report, List<String> ordered, boolean nothing) {
    var verdicts = nothing ? List.<Verdict>of() : List.of(report.verdict());
    var observed = report.observed();
    var fields = new HashMap<String, Object>();
    if (!observed.isEmpty()) {
      fields.put("observedState", Map.of("addons", observed));
    }
    if (!ordered.isEmpty()) {
      fields.put("orderedAddons", ordered);
    }
    statuses.write(cluster, verdicts, fields).orElseThrow();
  }
}
