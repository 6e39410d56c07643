package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sees to the addresses that an order names one by one. */
final class Pins {

  private Pins() {}

  /**
   * What is done about the pinned addresses.
   *
   * @param asked how many addresses a new claim asks for
   * @param owed how many addresses are pinned and not claimed yet, or in vain: nothing else is
   *     taken in their place
   */
  record Answer(List<Step> steps, int asked, int owed, Optional<Obstacle> obstacle) {

    static Answer none() {
      return new Answer(List.of(), 0, 0, Optional.empty());
    }
  }

  static Answer plan(Observation seen, int room) {
    var wanted = seen.wish().pin();
    var claims = seen.claims(IPAllocationSpec.Type.LOADBALANCER);
    var wrong =
        claims.stream()
            .filter(claim -> claim.refused() && claim.pinned() && claim.number() > 0)
            .filter(claim -> wanted == null || !wanted.equals(claim.pin()))
            .toList();
    var steps = new ArrayList<>(Supply.release(wrong));
    if (wanted == null) {
      return new Answer(steps, 0, 0, unreadable(seen.wish()));
    }
    var claim = claims.stream().filter(one -> wanted.equals(one.pin())).toList();
    if (claim.stream().anyMatch(Claim::live)) {
      return new Answer(steps, 0, 0, Optional.empty());
    }
    var refused = claim.stream().filter(Claim::refused).findFirst();
    if (refused.isPresent()) {
      var said = new Obstacle(refused.get().reason(), refused.get().message());
      return new Answer(steps, 0, Sizes.count(wanted), Optional.of(said));
    }
    return claim(seen, wanted, room, steps);
  }

  private static Optional<Obstacle> unreadable(Wish wish) {
    return wish.pinProblem().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Obstacle(
                "OutOfRange",
                "spec.networking.pinnedLoadBalancerRange cannot be read: " + wish.pinProblem()));
  }

  private static Answer claim(Observation seen, AddressRange wanted, int room, List<Step> steps) {
    var size = Sizes.count(wanted);
    var pool = seen.pools().stream().filter(one -> one.range().contains(wanted)).findFirst();
    if (pool.isEmpty()) {
      return new Answer(steps, 0, size, Optional.of(outside(seen, wanted)));
    }
    if (size > room) {
      return new Answer(steps, 0, size, Optional.of(tooMany(wanted, size, room)));
    }
    steps.add(
        new Step.Create(
            IPAllocationSpec.Type.LOADBALANCER,
            Claim.Role.INITIAL,
            pool.get().name(),
            size,
            wanted,
            0,
            pool.get().mark(),
            List.of()));
    return new Answer(steps, size, size, Optional.empty());
  }

  private static Obstacle outside(Observation seen, AddressRange wanted) {
    var pools = seen.pools().stream().map(pool -> pool.name() + " (" + pool.range() + ")").toList();
    return new Obstacle(
        "OutOfRange",
        "the pinned addresses %s lie in none of the pools %s; correct spec.networking.pinnedLoadBalancerRange"
            .formatted(wanted, pools));
  }

  private static Obstacle tooMany(AddressRange wanted, int size, int room) {
    return new Obstacle(
        "QuotaExceeded",
        "the %d pinned addresses %s do not fit into the quota of the cluster, which has room for %d; pin fewer or raise quotaPerTenant in the ProviderConfig"
            .formatted(size, wanted, Math.max(0, room)));
  }
}
