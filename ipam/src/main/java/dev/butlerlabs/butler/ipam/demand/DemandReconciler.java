package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.demand.plan.Claim;
import dev.butlerlabs.butler.ipam.demand.plan.Demand;
import dev.butlerlabs.butler.ipam.demand.plan.Observation;
import dev.butlerlabs.butler.ipam.demand.plan.Step;
import dev.butlerlabs.butler.ipam.demand.plan.TenantPlan;
import dev.butlerlabs.butler.ipam.demand.plan.Verdicts;
import dev.butlerlabs.butler.ipam.ledger.Foothold;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.TroubleException;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sees to it that a cluster has the addresses it needs: look, plan, claim or give back, tell.
 *
 * <p>What is decided from the cache is looked at again in the store before anything is done.
 */
public final class DemandReconciler implements Reconciler<TenantCluster> {

  private final DemandKinds kinds;
  private final ClaimDesk desk;
  private final Foothold foothold;
  private final Inside inside;
  private final Telling telling;

  /**
   * For one process.
   *
   * @param instance which process tells events
   */
  public DemandReconciler(
      KubernetesClient client,
      DemandKinds kinds,
      Inside inside,
      String instance,
      InstantSource clock) {
    this.kinds = kinds;
    this.desk = new ClaimDesk(client, clock);
    this.foothold = new Foothold(client);
    this.inside = inside;
    this.telling = new Telling(client, inside, instance, clock);
  }

  /**
   * Clusters, what they depend on, and news from inside them.
   *
   * @param news fired when Services of a tenant change
   */
  public Watches<TenantCluster> watches(Trigger news) {
    return Watches.on(kinds.clusters())
        .mapped(kinds.claims(), (claim, _) -> List.of(ClaimReading.cluster(claim)))
        .mapped(kinds.providers(), this::builtOn)
        .mapped(kinds.pools(), this::waitingFor)
        .following(
            cluster -> Inside.kubeconfig(cluster).stream().toList(),
            (Secret secret, Cache cache) ->
                keys(cache.list(kinds.clustersByParts(), secret.getMetadata().getNamespace())))
        .indexed(kinds.claimsByCluster())
        .indexed(kinds.clustersByProvider())
        .indexed(kinds.clustersByParts())
        .triggeredBy(news);
  }

  private Collection<ObjectKey> builtOn(ProviderConfig provider, Cache cache) {
    return keys(cache.list(kinds.clustersByProvider(), DemandKinds.keyOf(provider).toString()));
  }

  /** A pool's figures change all the time; they matter to those who lack something. */
  private Collection<ObjectKey> waitingFor(NetworkPool pool, Cache cache) {
    return cache.list(kinds.providers()).stream()
        .filter(provider -> names(provider, pool))
        .flatMap(
            provider ->
                cache
                    .list(kinds.clustersByProvider(), DemandKinds.keyOf(provider).toString())
                    .stream())
        .filter(DemandReconciler::lacksSomething)
        .map(DemandKinds::keyOf)
        .toList();
  }

  static boolean names(ProviderConfig provider, NetworkPool pool) {
    var network = provider.getSpec() == null ? null : provider.getSpec().network();
    return network != null
        && provider.getMetadata().getNamespace().equals(pool.getMetadata().getNamespace())
        && network.poolRefs().stream()
            .map(NetworkSettings.PoolRef::name)
            .anyMatch(pool.getMetadata().getName()::equals);
  }

  private static boolean lacksSomething(TenantCluster cluster) {
    var conditions =
        cluster.getStatus() == null ? List.<Condition>of() : cluster.getStatus().conditions();
    var told = new Conditions(conditions);
    return !told.holds(Verdicts.NETWORK)
        || told.find(Verdicts.CAPACITY)
            .filter(capacity -> capacity.status() == Truth.FALSE)
            .isPresent();
  }

  @Override
  public Outcome reconcile(TenantCluster cluster, Context context) {
    var surroundings = Surroundings.of(cluster, kinds, context.cache());
    if (cluster.isMarkedForDeletion()) {
      return leave(cluster, surroundings, context);
    }
    return switch (surroundings) {
      case Surroundings.Unsaid(var message) -> told(cluster, Verdicts.waiting(message));
      case Surroundings.Cloud() -> {
        inside.leave(context.key());
        yield told(cluster, Verdicts.cloud());
      }
      case Surroundings.Pooled pooled -> serve(cluster, pooled, context);
    };
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    inside.leave(key);
  }

  private Outcome told(TenantCluster cluster, List<Verdict> verdicts) {
    telling.tell(cluster, verdicts);
    return Outcome.settled();
  }

  private Outcome serve(TenantCluster cluster, Surroundings.Pooled pooled, Context context) {
    var cache = context.cache();
    var inherited = inherited(cluster, context);
    if (!inherited.isEmpty()) {
      inherited.forEach(claim -> desk.inherit(cluster, claim).orElseThrow());
      // Their news bring us here again.
      return Outcome.settled();
    }
    var look = new Look(cluster, pooled, kinds, cache);
    var cached = look.claims(cachedClaims(context));
    var seen = look.observe(context.now(), cached, demand(cluster, look, cached, cache));
    var plan = TenantPlan.of(seen);
    if (!plan.steps().isEmpty()) {
      var stored = storedClaims(cluster, pooled.namespace(), context);
      seen = lookAgain(cluster, look, stored, seen.demand(), context);
      plan = TenantPlan.of(seen);
      act(cluster, pooled.namespace(), stored, seen.claims(), plan.steps());
    }
    telling.tell(cluster, Verdicts.of(seen, plan), seen, cache);
    var due = plan.next().map(moment -> positive(Duration.between(context.now(), moment)));
    return Stream.of(due, seen.demand().lookAgain())
        .flatMap(Optional::stream)
        .min(Duration::compareTo)
        .map(Outcome::lookAgain)
        .orElseGet(Outcome::settled);
  }

  /**
   * What another cluster of its name holds that this one takes up: one that was deleted and named
   * by it, or that vanished and left its namespace to it.
   */
  private List<IPAllocation> inherited(TenantCluster cluster, Context context) {
    var claims = cachedClaims(context);
    var undeletes = DeletionGrace.undeletes(cluster).orElse("");
    var kept = claims.stream().filter(claim -> ClaimReading.keptOf(claim, undeletes)).toList();
    if (!kept.isEmpty() && tooLate(cluster, undeletes)) {
      return List.of();
    }
    var lost = claims.stream().filter(claim -> ClaimReading.lostTo(cluster, claim)).toList();
    return kept.isEmpty() && !lost.isEmpty() && foothold.standing(context.key()) ? lost : kept;
  }

  /** It was made anew already; the addresses stay with what is kept beside it. */
  private boolean tooLate(TenantCluster cluster, String undeletes) {
    return Optional.ofNullable(cluster.getStatus())
        .flatMap(status -> Optional.ofNullable(status.tenantNamespace()))
        .filter(place -> foothold.beside(DemandKinds.keyOf(cluster), place, undeletes))
        .isPresent();
  }

  private static Duration positive(Duration span) {
    return span.isNegative() ? Duration.ZERO : span;
  }

  private Demand demand(TenantCluster cluster, Look look, List<Claim> claims, Cache cache) {
    if (!look.looksInside(claims)) {
      inside.leave(DemandKinds.keyOf(cluster));
      return new Demand.Unknown("NotLooked", "the number of addresses does not depend on Services");
    }
    return inside.look(cluster, claims, look.families(), cache);
  }

  private Observation lookAgain(
      TenantCluster cluster, Look look, List<IPAllocation> stored, Demand before, Context context) {
    var claims = look.claims(stored);
    var demand =
        before instanceof Demand.Known
            ? inside.lookClosely(cluster, claims, look.families(), context.cache())
            : before;
    return look.observe(context.now(), claims, demand);
  }

  private List<IPAllocation> cachedClaims(Context context) {
    return context.cache().list(kinds.claimsByCluster(), context.key().toString());
  }

  /** As stored now; those that somebody made by hand, without labels, as the cache has them. */
  private List<IPAllocation> storedClaims(
      TenantCluster cluster, String namespace, Context context) {
    var all = new ArrayList<>(desk.list(cluster, namespace).orElseThrow());
    cachedClaims(context).stream()
        .filter(claim -> claim.getMetadata().getNamespace().equals(namespace))
        .filter(claim -> !desk.listed(cluster, claim))
        .forEach(all::add);
    return all;
  }

  private void act(
      TenantCluster cluster,
      String namespace,
      List<IPAllocation> stored,
      List<Claim> claims,
      List<Step> steps) {
    new Acting(desk, cluster, namespace, stored, claims)
        .carryOut(steps)
        .ifPresent(
            trouble -> {
              throw new TroubleException(trouble);
            });
  }

  /**
   * Everything goes back; the addresses are free once nothing uses them any more. A cluster that
   * can be had back keeps them; if it comes to nothing, they are orphans when it has gone.
   */
  private Outcome leave(TenantCluster cluster, Surroundings surroundings, Context context) {
    inside.leave(context.key());
    if (surroundings instanceof Surroundings.Cloud
        || DeletionGrace.of(cluster).isPositive()
        || DeletionGrace.unreadable(cluster).isPresent()) {
      return Outcome.settled();
    }
    var reading = new ClaimReading(cluster, Map.of());
    for (var claim : cachedClaims(context)) {
      reading.read(List.of(claim)).stream()
          .filter(one -> one.live() || one.refused())
          .forEach(one -> desk.release(claim, one.state()).orElseThrow());
    }
    return Outcome.settled();
  }

  private static Collection<ObjectKey> keys(List<TenantCluster> clusters) {
    return clusters.stream().map(DemandKinds::keyOf).toList();
  }
}
