package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Plans that are wrong in ways the traces are there to see. */
final class WrongPlans {

  private WrongPlans() {}

  /** The arithmetic that was given up: grow below one spare, shrink at one idle increment spare. */
  static TenantPlan thresholds(Observation seen) {
    var live = seen.claims().stream().filter(Claim::live).toList();
    var needed = ((Demand.Known) seen.demand()).needed(seen.home());
    var spare = Claim.sizes(live) - needed;
    var increment = seen.wish().increment();
    var used = ((Demand.Known) seen.demand()).used();
    var idle =
        live.stream().filter(Claim::held).filter(claim -> !used.contains(claim.name())).findFirst();
    var steps = new ArrayList<>(inUseAgain(live, used));
    if (spare < 1) {
      steps.addAll(growth(seen, increment));
    } else if (spare >= increment) {
      steps.addAll(shrinking(idle, seen.now()));
    }
    return new TenantPlan(
        steps,
        new Tally(0, 0, 0, Optional.empty()),
        new Tally(0, 0, 0, Optional.empty()),
        idle.map(Claim::unusedSince)
            .map(since -> since.plus(LoadBalancers.IDLE))
            .filter(due -> spare >= increment && due.isAfter(seen.now())));
  }

  private static List<Step> inUseAgain(List<Claim> live, Set<String> used) {
    return live.stream()
        .filter(claim -> claim.unusedSince() != null && used.contains(claim.name()))
        .<Step>map(claim -> new Step.MarkUsed(claim.name()))
        .toList();
  }

  private static List<Step> shrinking(Optional<Claim> idle, Instant now) {
    if (idle.isEmpty()) {
      return List.of();
    }
    var claim = idle.get();
    var since = claim.unusedSince();
    if (since == null) {
      return List.of(new Step.MarkUnused(claim.name(), now));
    }
    return since.plus(LoadBalancers.IDLE).isAfter(now)
        ? List.of()
        : List.of(new Step.Release(claim.name()));
  }

  private static List<Step> growth(Observation seen, int increment) {
    var room = seen.room(IPAllocationSpec.Type.LOADBALANCER, seen.wish().limit());
    return seen.pools().stream()
        .filter(pool -> pool.available() >= increment && room >= increment)
        .findFirst()
        .<List<Step>>map(
            pool ->
                List.of(
                    new Step.Create(
                        IPAllocationSpec.Type.LOADBALANCER,
                        Claim.Role.GROWTH,
                        pool.name(),
                        increment,
                        null,
                        0,
                        pool.mark(),
                        List.of())))
        .orElse(List.of());
  }

  /** Asks a pool again that has refused already, because nobody wrote that down. */
  static TenantPlan forgettingRefusals(Observation seen) {
    return TenantPlan.of(with(seen, Claims::forgetting));
  }

  /** Gives back after one idle minute. */
  static TenantPlan impatient(Observation seen) {
    return TenantPlan.of(
        with(
            seen,
            claim ->
                claim.unusedSince() == null
                    ? claim
                    : Claims.unused(claim, claim.unusedSince().minus(Duration.ofMinutes(9)))));
  }

  private static Observation with(Observation seen, UnaryOperator<Claim> change) {
    return new Observation(
        seen.now(),
        seen.home(),
        seen.wish(),
        seen.nodes(),
        seen.nodeLimit(),
        seen.pools(),
        seen.claims().stream().map(change).toList(),
        seen.demand());
  }
}
