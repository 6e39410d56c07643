package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.api.network.NetworkPoolStatus;
import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.address.Family;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.demand.plan.Pool;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads the pools that a cluster may take addresses from, in the order they are tried. */
final class PoolReading {

  private final Surroundings.Pooled provider;
  private final DemandKinds kinds;
  private final Cache cache;

  PoolReading(Surroundings.Pooled provider, DemandKinds kinds, Cache cache) {
    this.provider = provider;
    this.kinds = kinds;
    this.cache = cache;
  }

  /** All that the ProviderConfig names, or the one that the order chose of them. */
  List<Pool> read(TenantCluster cluster) {
    var networking = cluster.getSpec() == null ? null : cluster.getSpec().networking();
    var chosen = networking == null ? null : networking.addressPool();
    var named =
        provider.network().poolsInOrder().stream().map(NetworkSettings.PoolRef::name).toList();
    if (chosen == null) {
      return named.stream().map(name -> read(name, team(cluster))).toList();
    }
    return named.contains(chosen)
        ? List.of(read(chosen, team(cluster)))
        : List.of(
            absent(
                chosen,
                "is not among the pools %s of ProviderConfig %s; correct spec.networking.addressPool"
                    .formatted(named, provider.provider())));
  }

  /** The first default that a pool has, 0 when none has. */
  int loadBalancerDefault(List<Pool> pools) {
    return pools.stream()
        .flatMap(pool -> find(pool.name()).stream())
        .flatMap(pool -> defaults(pool).map(NetworkPoolSpec.Defaults::lbPoolPerTenant).stream())
        .findFirst()
        .orElse(0);
  }

  static Optional<NetworkPoolSpec.Defaults> defaults(NetworkPool pool) {
    return Optional.ofNullable(pool.getSpec())
        .flatMap(spec -> Optional.ofNullable(spec.tenantAllocation()))
        .flatMap(tenants -> Optional.ofNullable(tenants.defaults()));
  }

  private Optional<NetworkPool> find(String name) {
    return cache.find(kinds.pools(), new ObjectKey(provider.namespace(), name));
  }

  private Pool read(String name, String team) {
    return find(name)
        .map(pool -> read(pool, team))
        .orElseGet(() -> absent(name, "does not exist in namespace " + provider.namespace()));
  }

  private static Pool read(NetworkPool pool, String team) {
    var name = pool.getMetadata().getName();
    var spec = Objects.requireNonNull(pool.getSpec());
    if (!(Block.parse(spec.cidr()) instanceof Parsed.Good<Block>(var block))) {
      return absent(name, "has no usable cidr: " + spec.cidr());
    }
    var status = Optional.ofNullable(pool.getStatus());
    var available = (long) status.map(NetworkPoolStatus::availableIPs).orElse(Integer.MAX_VALUE);
    var largest = status.map(NetworkPoolStatus::largestFreeBlock);
    return new Pool(
        name,
        block.range(),
        available,
        largest.map(Integer::longValue).orElse(available),
        pool.getMetadata().getResourceVersion(),
        Objects.requireNonNullElse(pool.getMetadata().getGeneration(), 0L),
        closed(pool, spec, team));
  }

  private static String closed(NetworkPool pool, NetworkPoolSpec spec, String team) {
    if (pool.isMarkedForDeletion()) {
      return "is being deleted";
    }
    if (!spec.serves(team)) {
      return "serves the teams " + spec.teams() + " and not " + team;
    }
    var conditions =
        pool.getStatus() == null ? List.<Condition>of() : pool.getStatus().conditions();
    return new Conditions(conditions)
        .find(ConditionType.READY.wire())
        .filter(ready -> ready.status() == Truth.FALSE)
        .map(ready -> "is not usable: " + ready.message())
        .orElse("");
  }

  private static Pool absent(String name, String why) {
    var nothing = AddressRange.of(Address.first(Family.IPV4));
    return new Pool(name, nothing, 0, 0, "", 0, why);
  }

  /** The team that the cluster belongs to; where none is named, its namespace stands for it. */
  private static String team(TenantCluster cluster) {
    var spec = cluster.getSpec();
    return spec == null || spec.teamRef() == null
        ? cluster.getMetadata().getNamespace()
        : spec.teamRef().name();
  }

  /** Every family that a pool which exists has. */
  static List<Family> families(List<Pool> pools) {
    var families = new ArrayList<Family>();
    for (var pool : pools) {
      if (!pool.version().isEmpty() && !families.contains(pool.range().family())) {
        families.add(pool.range().family());
      }
    }
    return families;
  }
}
