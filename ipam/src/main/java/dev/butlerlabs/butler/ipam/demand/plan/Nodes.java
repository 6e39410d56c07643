package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Decides about node addresses. Whole claims go back only after their machines are gone and while
 * the rest is enough, so there is a point of rest as for load balancers.
 */
final class Nodes {

  private Nodes() {}

  static Part plan(Observation seen) {
    var mine = seen.claims(IPAllocationSpec.Type.NODES, seen.home());
    var live = mine.stream().filter(Claim::live).toList();
    var held = Claim.sizes(live.stream().filter(Claim::held).toList());
    var wanted = Math.min(seen.nodes(), seen.nodeLimit());
    var has = Claim.sizes(live);
    var least = wanted - has;
    var begins = live.isEmpty();
    var need =
        new Supply.Need(
            IPAllocationSpec.Type.NODES,
            begins ? Claim.Role.INITIAL : Claim.Role.GROWTH,
            least,
            least,
            held == 0,
            begins ? wanted : 0,
            seen.room(IPAllocationSpec.Type.NODES, seen.nodeLimit()));
    var supply = Supply.meet(need, mine, seen.pools(seen.home()));
    var steps = new ArrayList<>(giveBack(live, wanted, held, has));
    steps.addAll(supply.steps());
    var beyond =
        seen.nodes() > wanted ? Optional.of(quota(seen, wanted)) : Optional.<Obstacle>empty();
    return new Part(
        steps, new Tally(wanted, wanted, held, beyond.or(supply::obstacle)), Optional.empty());
  }

  private static List<Step> giveBack(List<Claim> live, int wanted, int held, int has) {
    var steps = new ArrayList<Step>();
    var newestFirst = live.stream().sorted(Comparator.comparingInt(Claim::number).reversed());
    var leftHeld = held;
    var left = has;
    for (var claim : newestFirst.toList()) {
      var unserved = claim.waiting() && left - claim.size() >= wanted;
      var empty = claim.held() && claim.holderGone() && leftHeld - claim.size() >= wanted;
      if (unserved || empty) {
        steps.add(new Step.Release(claim.name()));
        left -= claim.size();
        leftHeld -= claim.held() ? claim.size() : 0;
      }
    }
    return steps;
  }

  private static Obstacle quota(Observation seen, int wanted) {
    return new Obstacle(
        "QuotaExceeded",
        "the workers need %d node addresses, one of them for replacing machines, and maxNodeIPs of the ProviderConfig allows %d; order fewer workers or raise it"
            .formatted(seen.nodes(), wanted));
  }
}
