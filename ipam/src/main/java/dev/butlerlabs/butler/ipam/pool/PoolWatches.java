package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.claim.plan.Refusal;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.LedgerStore;
import dev.butlerlabs.butler.ipam.ledger.Ledgers.Reading;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Watches;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whose change concerns which pool. */
final class PoolWatches {

  private static final String UNREADABLE = "unreadable";

  private PoolWatches() {}

  static Watches<NetworkPool> of(Scope scope) {
    return Watches.on(scope.pools())
        .mapped(scope.claims(), (claim, cache) -> ofClaim(scope, claim, cache))
        .mapped(scope.pools(), (pool, cache) -> neighbours(scope, pool, cache))
        .mapped(scope.providers(), (provider, _) -> ofProvider(provider))
        .mapped(scope.clusters(), (cluster, cache) -> ofCluster(scope, cluster, cache))
        .mapped(
            LedgerStore.kind(scope.platform()), (ledger, cache) -> ofLedger(scope, ledger, cache))
        .indexed(toldUnreadable(scope))
        .indexed(scope.claimsByPool())
        .indexed(scope.claimsByTenant());
  }

  /** Its own pool, and those where the same tenant waits for its quota. Asked very often. */
  private static Collection<ObjectKey> ofClaim(Scope scope, IPAllocation claim, Cache cache) {
    var spec = claim.getSpec();
    if (spec == null) {
      return List.of();
    }
    var own = pool(claim, spec);
    var tenant = new ObjectKey(spec.tenantClusterRef().namespace(), spec.tenantClusterRef().name());
    var pools = new HashSet<ObjectKey>();
    pools.add(own);
    for (var other : cache.list(scope.claimsByTenant(), tenant.toString())) {
      if (other.getSpec() != null && waitsForQuota(other.getStatus())) {
        pools.add(pool(other, other.getSpec()));
      }
    }
    return pools;
  }

  private static ObjectKey pool(IPAllocation claim, IPAllocationSpec spec) {
    return new ObjectKey(claim.getMetadata().getNamespace(), spec.poolRef().name());
  }

  private static boolean waitsForQuota(@Nullable IPAllocationStatus status) {
    return wasTold(status, Refusal.Why.QUOTA_EXCEEDED)
        || wasTold(status, Refusal.Why.LEDGER_UNREADABLE);
  }

  private static boolean wasTold(@Nullable IPAllocationStatus status, Refusal.Why why) {
    return status != null
        && status.phase() == IPAllocationStatus.Phase.FAILED
        && status.conditions().stream().anyMatch(ready -> ready.reason().equals(why.wire()));
  }

  /** Claims that wait until some ledger can be read again. */
  private static Index<IPAllocation> toldUnreadable(Scope scope) {
    return new Index<>(
        scope.claims(),
        "told-unreadable",
        claim ->
            wasTold(claim.getStatus(), Refusal.Why.LEDGER_UNREADABLE)
                ? List.of(UNREADABLE)
                : List.of());
  }

  /**
   * That a ledger cannot be read, or could not until now, or is gone, concerns its own pool, those
   * with addresses in common, and those with claims that wait for it. What a pool writes into its
   * ledger concerns nobody.
   */
  private static Collection<ObjectKey> ofLedger(Scope scope, ConfigMap ledger, Cache cache) {
    var kind = LedgerStore.kind(scope.platform());
    if (LedgerStore.reading(ledger) instanceof Reading.Good
        && cache.find(kind, keyOf(ledger)).isPresent()) {
      return List.of();
    }
    var pools = new HashSet<ObjectKey>();
    for (var pool : cache.list(scope.pools())) {
      if (LedgerStore.name(keyOf(pool)).equals(ledger.getMetadata().getName())) {
        pools.add(keyOf(pool));
        pools.addAll(neighbours(scope, pool, cache));
      }
    }
    for (var claim : cache.list(toldUnreadable(scope), UNREADABLE)) {
      if (claim.getSpec() != null) {
        pools.add(pool(claim, claim.getSpec()));
      }
    }
    return pools;
  }

  /** Pools with addresses in common, which give out nothing of that. */
  private static Collection<ObjectKey> neighbours(Scope scope, NetworkPool pool, Cache cache) {
    var block = block(pool);
    return block.isEmpty()
        ? List.of()
        : cache.list(scope.pools()).stream()
            .filter(other -> !keyOf(other).equals(keyOf(pool)))
            .filter(
                other ->
                    block(other)
                        .filter(one -> one.range().overlaps(block.get().range()))
                        .isPresent())
            .map(PoolWatches::keyOf)
            .toList();
  }

  private static Collection<ObjectKey> ofProvider(ProviderConfig provider) {
    var spec = provider.getSpec();
    return spec == null || spec.network() == null
        ? List.of()
        : spec.network().poolRefs().stream()
            .map(ref -> new ObjectKey(provider.getMetadata().getNamespace(), ref.name()))
            .toList();
  }

  /** That a cluster is gone matters to all it has; what it says, only to those that wait. */
  private static Collection<ObjectKey> ofCluster(Scope scope, TenantCluster cluster, Cache cache) {
    var key = keyOf(cluster);
    var there = cache.find(scope.clusters(), key).isPresent();
    return cache.list(scope.claimsByTenant(), key.toString()).stream()
        .flatMap(claim -> Claim.of(claim).stream())
        .filter(claim -> !there || claim.waits())
        .map(Claim::pool)
        .distinct()
        .toList();
  }

  private static Optional<Block> block(NetworkPool pool) {
    return pool.getSpec() != null
            && Block.parse(pool.getSpec().cidr()) instanceof Parsed.Good<Block>(var block)
        ? Optional.of(block)
        : Optional.empty();
  }

  private static ObjectKey keyOf(HasMetadata object) {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }
}
