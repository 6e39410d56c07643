package dev.butlerlabs.butler.ipam.infrastructure;

import dev.butlerlabs.butler.api.FieldManagers;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.network.NetworkPoolStatus.InfrastructureAllocation;
import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.infrastructure.plan.InfrastructurePlan;
import dev.butlerlabs.butler.ipam.infrastructure.plan.Use;
import dev.butlerlabs.butler.ipam.territory.Held;
import dev.butlerlabs.butler.ipam.territory.Lookout;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Tells in a pool's status which of its addresses are in use by infrastructure. */
public final class InfrastructureReconciler implements Reconciler<NetworkPool> {

  private static final Kind<IPAllocation> CLAIMS = Kind.of(IPAllocation.class);
  private static final Kind<ProviderConfig> PROVIDERS = Kind.of(ProviderConfig.class);
  private static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);
  private static final Kind<Service> SERVICES = Kind.of(Service.class);
  private static final Kind<Node> NODES = Kind.of(Node.class);

  private static final StatusShare SHARE =
      new StatusShare(
          new FieldManager(FieldManagers.INFRA_ALLOCATION),
          Set.of("infrastructureAllocations", "infrastructureConsumedIPs"),
          Set.of(),
          false);

  /** Our fields of the status. */
  private record Told(
      List<InfrastructureAllocation> infrastructureAllocations, int infrastructureConsumedIPs)
      implements Wire {}

  private final StatusWriter writer;
  private final Machines machines;

  /**
   * Looks at nothing yet.
   *
   * @param machines run by the same engine
   */
  public InfrastructureReconciler(KubernetesClient client, InstantSource clock, Machines machines) {
    this.writer = new StatusWriter(client, SHARE, clock);
    this.machines = machines;
  }

  /** Both sides of a change are asked for, so an address that moved leaves its old pool. */
  public Watches<NetworkPool> watches() {
    return Watches.on(Pools.KIND)
        .mapped(SERVICES, (service, cache) -> Pools.having(Sightings.of(service), cache))
        .mapped(NODES, (node, cache) -> Pools.having(Sightings.of(node), cache))
        .mapped(PROVIDERS, InfrastructureReconciler::poolsOf)
        .mapped(CLAIMS, InfrastructureReconciler::poolOf)
        .reading(CLUSTERS)
        .reading(Machines.DEFINITION)
        .triggeredBy(machines.news());
  }

  private static Collection<ObjectKey> poolsOf(ProviderConfig provider, Cache cache) {
    return cache.list(Pools.KIND, Sightings.keyOf(provider).namespace()).stream()
        .filter(pool -> Lookout.names(provider, pool))
        .map(Sightings::keyOf)
        .toList();
  }

  /** A claim matters where its tenant's own use begins or ends to be one. */
  private static Collection<ObjectKey> poolOf(IPAllocation claim, Cache cache) {
    if (claim.getSpec() == null) {
      return List.of();
    }
    var pool = new ObjectKey(Sightings.keyOf(claim).namespace(), claim.getSpec().poolRef().name());
    var released = claim.getStatus() != null && claim.getStatus().phase() == Phase.RELEASED;
    return released || Lookout.held(claim).filter(range -> told(pool, range, cache)).isPresent()
        ? List.of(pool)
        : List.of();
  }

  private static boolean told(ObjectKey pool, AddressRange range, Cache cache) {
    return cache
        .find(Pools.KIND, pool)
        .map(NetworkPool::getStatus)
        .filter(
            status ->
                status.infrastructureAllocations().stream()
                    .anyMatch(
                        use ->
                            Address.parse(use.ip()) instanceof Parsed.Good<Address>(var address)
                                && range.contains(address)))
        .isPresent();
  }

  /** Does nothing while it is not known what Machines have: that is not to be taken for nothing. */
  @Override
  public Outcome reconcile(NetworkPool pool, Context context) {
    return machines
        .uses(context.cache())
        .map(ofMachines -> tell(pool, ofMachines, context.cache()))
        .orElseGet(Outcome::settled);
  }

  private Outcome tell(NetworkPool pool, Stream<Use> ofMachines, Cache cache) {
    var uses = Stream.concat(ofMachines, others(pool, cache)).toList();
    var told =
        Pools.block(pool)
            .map(
                block ->
                    InfrastructurePlan.of(block, uses, tenants(cache), () -> held(pool, cache)))
            .orElse(List.of());
    return switch (writer.write(pool, List.of(), new Told(told, told.size()))) {
      case Answer.Done<NetworkPool> _ -> Outcome.settled();
      case Answer.Failed<NetworkPool>(var trouble) -> trouble.outcome();
    };
  }

  private static Stream<Use> others(NetworkPool pool, Cache cache) {
    return Stream.of(
            cache.list(SERVICES).stream().flatMap(Sightings::of),
            cache.list(NODES).stream().flatMap(Sightings::of),
            cache.list(PROVIDERS, Sightings.keyOf(pool).namespace()).stream()
                .filter(provider -> Lookout.names(provider, pool))
                .flatMap(Sightings::of))
        .flatMap(uses -> uses);
  }

  private static Map<String, ObjectKey> tenants(Cache cache) {
    var tenants = new HashMap<String, ObjectKey>();
    for (var cluster : cache.list(CLUSTERS)) {
      if (cluster.getStatus() != null && cluster.getStatus().tenantNamespace() != null) {
        tenants.put(cluster.getStatus().tenantNamespace(), Sightings.keyOf(cluster));
      }
    }
    return tenants;
  }

  private static List<Held> held(NetworkPool pool, Cache cache) {
    var key = Sightings.keyOf(pool);
    return cache.list(CLAIMS, key.namespace()).stream()
        .filter(claim -> claim.getSpec() != null)
        .filter(claim -> claim.getSpec().poolRef().name().equals(key.name()))
        .flatMap(claim -> held(claim).stream())
        .toList();
  }

  private static Optional<Held> held(IPAllocation claim) {
    var tenant = claim.getSpec().tenantClusterRef();
    return Lookout.held(claim)
        .map(
            range ->
                new Held(
                    range,
                    Sightings.keyOf(claim),
                    new ObjectKey(tenant.namespace(), tenant.name())));
  }
}
