package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.Family;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done about the addresses of one cluster, and how things stand.
 *
 * @param next when something falls due though nothing happens
 */
public record TenantPlan(
    List<Step> steps, Tally loadBalancers, Tally nodes, Optional<Instant> next) {

  public TenantPlan {
    steps = List.copyOf(steps);
  }

  /** Decides. */
  public static TenantPlan of(Observation seen) {
    var nodes = Nodes.plan(seen);
    var loadBalancers = LoadBalancers.plan(seen);
    var steps = new ArrayList<>(nodes.steps());
    steps.addAll(loadBalancers.steps());
    return new TenantPlan(steps, loadBalancers.tally(), nodes.tally(), loadBalancers.next());
  }

  /** Whether anything depends on what the Services in the cluster ask for. */
  public static boolean looksInside(Wish wish, Family home, List<Claim> claims) {
    var live =
        claims.stream()
            .filter(claim -> claim.type() == IPAllocationSpec.Type.LOADBALANCER && claim.live())
            .toList();
    return wish.elastic() || Claim.sizes(live) > wish.floor(live, home);
  }
}
