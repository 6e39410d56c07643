package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.infra.NetworkSettings.Mode;
import dev.butlerlabs.butler.api.infra.NetworkSettings.PoolRef;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.infra.ProviderConfigStatus;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.demand.plan.CapacityPlan;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells how much room the pools of an infrastructure have. Pools are looked for in the namespace of
 * the ProviderConfig, as everywhere.
 */
public final class CapacityReconciler implements Reconciler<ProviderConfig> {

  private static final StatusShare SHARE =
      new StatusShare(
          FieldManager.of("ipam-capacity"),
          Set.of("networkMode", "capacity"),
          Set.of(CapacityPlan.AVAILABLE),
          false);

  private final DemandKinds kinds;
  private final StatusWriter statuses;
  private final Events events;
  private final CapacityGauges gauges;

  /**
   * For one process.
   *
   * @param instance which process tells events
   */
  public CapacityReconciler(
      KubernetesClient client,
      DemandKinds kinds,
      String instance,
      InstantSource clock,
      MeterRegistry meters) {
    this.kinds = kinds;
    this.statuses = new StatusWriter(client, SHARE, clock);
    this.events = new Events(client, "butlerlabs.dev/ipam", instance, clock);
    this.gauges = new CapacityGauges(meters);
  }

  /** ProviderConfigs, and the pools they name. */
  public Watches<ProviderConfig> watches() {
    return Watches.on(kinds.providers()).mapped(kinds.pools(), this::naming);
  }

  private Collection<ObjectKey> naming(NetworkPool pool, Cache cache) {
    return cache.list(kinds.providers()).stream()
        .filter(provider -> DemandReconciler.names(provider, pool))
        .map(DemandKinds::keyOf)
        .toList();
  }

  @Override
  public Outcome reconcile(ProviderConfig provider, Context context) {
    var spec = provider.getSpec();
    var network = spec == null ? null : spec.network();
    if (spec == null || network == null || spec.effectiveNetworkMode() == Mode.CLOUD) {
      gauges.forget(context.key());
      statuses.write(provider, List.of(), Map.of("networkMode", Mode.CLOUD)).orElseThrow();
      return Outcome.settled();
    }
    var rooms =
        network.poolsInOrder().stream()
            .map(PoolRef::name)
            .distinct()
            .flatMap(name -> room(provider, name, context.cache()).stream())
            .toList();
    var plan = CapacityPlan.of(network, rooms);
    tell(provider, plan, plan.verdict(rooms));
    gauges.tell(context.key(), plan);
    return Outcome.settled();
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    gauges.forget(key);
  }

  private void tell(ProviderConfig provider, CapacityPlan plan, Verdict verdict) {
    if (turnedEmpty(provider, verdict)) {
      events.tell(provider, DemandEvent.POOLS_EXHAUSTED, verdict.message());
    }
    var capacity = new ProviderConfigStatus.Capacity(plan.availableIPs(), plan.estimatedTenants());
    statuses
        .write(provider, List.of(verdict), Map.of("networkMode", Mode.IPAM, "capacity", capacity))
        .orElseThrow();
  }

  private static boolean turnedEmpty(ProviderConfig provider, Verdict verdict) {
    var conditions =
        provider.getStatus() == null ? List.<Condition>of() : provider.getStatus().conditions();
    return verdict.status() == Truth.FALSE
        && new Conditions(conditions)
            .find(CapacityPlan.AVAILABLE)
            .filter(told -> told.status() == Truth.FALSE)
            .isEmpty();
  }

  private Optional<CapacityPlan.Room> room(ProviderConfig provider, String name, Cache cache) {
    return cache
        .find(kinds.pools(), new ObjectKey(provider.getMetadata().getNamespace(), name))
        .map(
            pool -> {
              var defaults = PoolReading.defaults(pool);
              var status = pool.getStatus();
              return new CapacityPlan.Room(
                  name,
                  status == null || status.availableIPs() == null ? 0 : status.availableIPs(),
                  defaults.map(NetworkPoolSpec.Defaults::lbPoolPerTenant).orElse(0),
                  defaults.map(NetworkPoolSpec.Defaults::nodesPerTenant).orElse(0));
            });
  }
}
