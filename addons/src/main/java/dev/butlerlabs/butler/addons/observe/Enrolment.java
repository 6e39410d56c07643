package dev.butlerlabs.butler.addons.observe;

import dev.butlerlabs.butler.addons.observe.plan.Agents;
import dev.butlerlabs.butler.addons.observe.plan.Agents.Agent;
import dev.butlerlabs.butler.addons.platform.ClusterReading;
import dev.butlerlabs.butler.addons.platform.GivenAddon;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.FieldManager;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Orders agents for clusters that are Ready, and keeps what they are told in step. */
public final class Enrolment implements Reconciler<TenantCluster> {

  static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);
  static final Kind<TenantAddon> ADDONS = Kind.of(TenantAddon.class);
  static final Kind<ButlerConfig> CONFIGS = Kind.of(ButlerConfig.class);

  private final Applier applier;

  public Enrolment(KubernetesClient client) {
    this.applier = new Applier(client, FieldManager.of("observability"));
  }

  public void addTo(Engine engine) {
    engine.add("observability", watches(), this, ControllerSettings.DEFAULT);
  }

  private static Watches<TenantCluster> watches() {
    return Watches.on(CLUSTERS)
        .mapped(ADDONS, (addon, _) -> enrolled(addon) ? List.of(clusterOf(addon)) : List.of())
        .mappedWishes(CONFIGS, (_, cache) -> all(cache))
        .reading(ClusterReading.PROVIDERS);
  }

  private static List<ObjectKey> all(Cache cache) {
    return cache.list(CLUSTERS).stream().map(Enrolment::keyOf).toList();
  }

  static ObjectKey keyOf(TenantCluster cluster) {
    return new ObjectKey(cluster.getMetadata().getNamespace(), cluster.getMetadata().getName());
  }

  static ObjectKey clusterOf(TenantAddon addon) {
    return new ObjectKey(addon.getMetadata().getNamespace(), addon.getSpec().clusterRef().name());
  }

  private static boolean enrolled(TenantAddon addon) {
    var labels =
        Objects.requireNonNullElse(addon.getMetadata().getLabels(), Map.<String, String>of());
    return "true".equals(labels.get(Labels.AUTO_ENROLLED));
  }

  @Override
  public Outcome reconcile(TenantCluster cluster, Context context) {
    var settings = settings(context.cache());
    if (settings.isEmpty()
        || cluster.isMarkedForDeletion()
        || !ready(cluster)
        || collects(settings.get(), context.key())) {
      return Outcome.settled();
    }
    for (var agent : Agents.of(settings.get(), ClusterReading.identity(cluster, context.cache()))) {
      var there = find(agent.definition(), context);
      if (there.isPresent() && (!enrolled(there.get()) || stands(there.get(), agent))) {
        continue;
      }
      if (applier.apply(order(cluster, agent), there.orElse(null))
          instanceof Answer.Failed<TenantAddon>(var trouble)) {
        return Outcome.failed("NotOrdered", trouble.problem());
      }
    }
    return Outcome.settled();
  }

  private static TenantAddon order(TenantCluster cluster, Agent agent) {
    return GivenAddon.of(
        cluster, agent.definition(), agent.values(), Map.of(Labels.AUTO_ENROLLED, "true"));
  }

  private static Optional<ButlerConfigObservability> settings(Cache cache) {
    return cache.find(CONFIGS, ObjectKey.cluster(ButlerConfig.NAME)).flatMap(Enrolment::settings);
  }

  static Optional<ButlerConfigObservability> settings(ButlerConfig config) {
    return Optional.ofNullable(config.getSpec())
        .map(ButlerConfigSpec::observability)
        .filter(ButlerConfigObservability::configured);
  }

  /** The catalog entry of an addon, empty for none. */
  static String definition(TenantAddon addon) {
    return Objects.requireNonNullElse(addon.getSpec().addon(), "");
  }

  static boolean ready(TenantCluster cluster) {
    var status = cluster.getStatus();
    return status != null && status.phase() == TenantClusterStatus.Phase.READY;
  }

  /** The cluster in which everything comes together sends nothing to itself. */
  private static boolean collects(ButlerConfigObservability settings, ObjectKey cluster) {
    return pipeline(settings).filter(cluster::equals).isPresent();
  }

  /** The cluster that collects. */
  static Optional<ObjectKey> pipeline(ButlerConfigObservability settings) {
    return Optional.ofNullable(settings.pipeline())
        .map(ButlerConfigObservability.Pipeline::clusterRef)
        .map(ref -> new ObjectKey(ref.namespace(), ref.name()));
  }

  /** Whoever ordered it, under whatever name. */
  private static Optional<TenantAddon> find(String definition, Context context) {
    return context.cache().list(ADDONS, context.key().namespace()).stream()
        .filter(one -> definition.equals(one.getSpec().addon()))
        .filter(one -> clusterOf(one).equals(context.key()))
        .findFirst();
  }

  /** What its users wrote beside our values stays. */
  private static boolean stands(TenantAddon there, Agent agent) {
    var values = there.getSpec().values();
    return there.isMarkedForDeletion() || (values != null && agent.told(values));
  }
}
