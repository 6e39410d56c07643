package dev.butlerlabs.butler.addons.observe;

import dev.butlerlabs.butler.addons.observe.plan.Agents;
import dev.butlerlabs.butler.addons.observe.plan.Collected;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells on the ButlerConfig how far collecting logs, metrics and traces has come. */
public final class Collecting implements Reconciler<ButlerConfig> {

  private static final StatusShare SHARE =
      new StatusShare(
          FieldManager.of("observability"),
          Set.of("observability"),
          Set.of(Collected.READY),
          false);

  private final StatusWriter statuses;

  public Collecting(KubernetesClient client, InstantSource clock) {
    this.statuses = new StatusWriter(client, SHARE, clock);
  }

  public void addTo(Engine engine) {
    engine.add("observability-state", watches(), this, ControllerSettings.DEFAULT);
  }

  private static Watches<ButlerConfig> watches() {
    var only = List.of(ObjectKey.cluster(ButlerConfig.NAME));
    return Watches.on(Enrolment.CONFIGS)
        .mapped(Enrolment.CLUSTERS, (_, _) -> only)
        .mapped(
            Enrolment.ADDONS,
            (addon, _) ->
                Agents.DEFINITIONS.contains(Enrolment.definition(addon))
                    ? only
                    : List.<ObjectKey>of());
  }

  @Override
  public Outcome reconcile(ButlerConfig config, Context context) {
    if (!config.getMetadata().getName().equals(ButlerConfig.NAME)) {
      return Outcome.settled();
    }
    var collected =
        Enrolment.settings(config).map(settings -> collected(settings, context.cache()));
    List<Verdict> verdicts = collected.map(Collected::verdict).stream().toList();
    Map<String, Object> fields =
        collected
            .map(one -> Map.<String, Object>of("observability", one.state()))
            .orElseGet(Map::of);
    statuses.write(config, verdicts, fields).orElseThrow();
    return Outcome.settled();
  }

  private static Collected collected(ButlerConfigObservability settings, Cache cache) {
    var pipeline = Enrolment.pipeline(settings);
    var wanted = Agents.wanted(settings);
    var there = new HashSet<Map.Entry<ObjectKey, String>>();
    cache.list(Enrolment.ADDONS).stream()
        .filter(Collecting::serves)
        .forEach(one -> there.add(Map.entry(Enrolment.clusterOf(one), Enrolment.definition(one))));
    var clusters =
        cache.list(Enrolment.CLUSTERS).stream()
            .filter(one -> !one.isMarkedForDeletion())
            .map(Enrolment::keyOf)
            .filter(key -> !key.equals(pipeline.orElse(null)))
            .map(
                key ->
                    !wanted.isEmpty()
                        && wanted.stream().allMatch(name -> there.contains(Map.entry(key, name))))
            .toList();
    return new Collected(
        pipeline.map(ObjectKey::toString).orElse(""),
        pipeline
            .flatMap(key -> cache.find(Enrolment.CLUSTERS, key))
            .filter(Enrolment::ready)
            .isPresent(),
        clusters,
        Agents.refused(settings));
  }

  private static boolean serves(TenantAddon addon) {
    return !addon.isMarkedForDeletion()
        && Optional.ofNullable(addon.getStatus())
            .filter(status -> status.phase() == Phase.INSTALLED)
            .isPresent();
  }
}
