package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.clusters.ClusterNetworking;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.WorkerPool;
import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.address.Family;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.demand.plan.Claim;
import dev.butlerlabs.butler.ipam.demand.plan.Sizes;
import dev.butlerlabs.butler.ipam.demand.plan.Wish;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what an order and its provider say about addresses. */
final class OrderReading {

  private static final int UNLIMITED = Integer.MAX_VALUE;

  private final TenantCluster cluster;
  private final NetworkSettings network;

  OrderReading(TenantCluster cluster, NetworkSettings network) {
    this.cluster = cluster;
    this.network = network;
  }

  Wish wish(int poolDefault) {
    var networking = networking();
    var order =
        new Sizes.Order(
            networking.map(ClusterNetworking::lbPoolSize).orElse(null),
            networking.map(ClusterNetworking::loadBalancerMode).orElse(null),
            ingress(),
            pin());
    return Sizes.wish(order, network.loadBalancer(), poolDefault, loadBalancerLimit())
        .withPinProblem(pinProblem());
  }

  private boolean ingress() {
    var spec = cluster.getSpec();
    return spec == null || spec.addons() == null || spec.addons().ingressWanted();
  }

  private @Nullable AddressRange pin() {
    return networking()
        .map(ClusterNetworking::pinnedLoadBalancerRange)
        .flatMap(pinned -> ClaimReading.range(pinned.start(), pinned.end()))
        .orElse(null);
  }

  /** What the schema cannot see, such as two ends of IPv6 in the wrong order. */
  private String pinProblem() {
    var pinned = networking().map(ClusterNetworking::pinnedLoadBalancerRange).orElse(null);
    return pinned != null
            && AddressRange.between(pinned.start(), pinned.end())
                instanceof Parsed.Bad<AddressRange>(var sentence)
        ? sentence
        : "";
  }

  private int loadBalancerLimit() {
    var quota = network.quotaPerTenant();
    return quota == null || quota.maxLoadBalancerIPs() == null
        ? UNLIMITED
        : quota.maxLoadBalancerIPs();
  }

  int nodeLimit() {
    var quota = network.quotaPerTenant();
    return quota == null || quota.maxNodeIPs() == null ? UNLIMITED : quota.maxNodeIPs();
  }

  /**
   * How many node addresses the order can reach; none where the network gives them, nor for a
   * cluster whose machines came without: it keeps what it has.
   */
  int nodes(List<Claim> claims) {
    var begun =
        claims.stream()
            .filter(claim -> claim.type() == IPAllocationSpec.Type.NODES)
            .anyMatch(claim -> claim.live() || claim.refused());
    return network.nodesFromPools() && (begun || !hasMachines()) ? Sizes.nodes(workers()) : 0;
  }

  private boolean hasMachines() {
    var status = cluster.getStatus();
    if (status == null) {
      return false;
    }
    var seen = status.observedState() == null ? null : status.observedState().workers();
    return status.workerNodesReady() > 0
        || (seen != null && seen.ready() + seen.nodes().size() > 0);
  }

  /** The pools in force, once that is told; until then those that the order names. */
  private List<WorkerPool> workers() {
    var status = cluster.getStatus();
    var told = status == null ? null : status.effective();
    if (told != null && !told.pools().isEmpty()) {
      return told.pools();
    }
    return cluster.getSpec() == null ? List.of() : cluster.getSpec().pools();
  }

  /** The family of the cluster's own network, if there is a pool of it; else that of the first. */
  Family home(List<Family> pooled) {
    var own =
        networking()
            .map(ClusterNetworking::serviceCIDR)
            .flatMap(OrderReading::family)
            .orElse(Family.IPV4);
    return pooled.isEmpty() || pooled.contains(own) ? own : pooled.getFirst();
  }

  private static Optional<Family> family(String cidr) {
    return Block.parse(cidr) instanceof Parsed.Good<Block>(var block)
        ? Optional.of(block.network().family())
        : Optional.empty();
  }

  private Optional<ClusterNetworking> networking() {
    return Optional.ofNullable(cluster.getSpec())
        .flatMap(spec -> Optional.ofNullable(spec.networking()));
  }
}
