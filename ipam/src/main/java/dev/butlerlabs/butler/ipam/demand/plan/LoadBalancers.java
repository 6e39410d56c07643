package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.Family;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides about load balancer addresses.
 *
 * <p>There is a point of rest for every demand. Let W be what is wanted: the need of the Services,
 * at least the floor; and let C be what is held and asked for. Claims are made only while C &lt; W,
 * given back only if what is held without them is still &ge; W. So giving back never leads to C
 * &lt; W, and after the last claim was made nothing makes another one while W stays. Claims that
 * may be given back are finitely many and none comes back, so that ends as well. And what was made
 * for W is not given back while W stays: before a claim C &lt; W, so without it C &lt; W again; and
 * what it has beyond the need is less than any unused claim has, so it makes none of them idle.
 */
final class LoadBalancers {

  /** How long a grown block must have been unused, without a break, before it is given back. */
  static final Duration IDLE = Duration.ofMinutes(10);

  private final Observation seen;
  private final Wish wish;
  private final List<Step> steps = new ArrayList<>();
  private Optional<Instant> next = Optional.empty();
  private int room;

  private LoadBalancers(Observation seen) {
    this.seen = seen;
    this.wish = seen.wish();
    this.room = seen.room(IPAllocationSpec.Type.LOADBALANCER, wish.limit());
  }

  static Part plan(Observation seen) {
    return new LoadBalancers(seen).plan();
  }

  private Part plan() {
    var pin = Pins.plan(seen, room);
    steps.addAll(pin.steps());
    room -= pin.asked();
    var floor = wish.floor(live(seen.home()), seen.home());
    var all = family(seen.home(), floor, pin);
    for (var other : otherFamilies()) {
      var tally = family(other, 0, Pins.Answer.none());
      all = all.obstacle().isPresent() ? all : withObstacle(all, tally.obstacle());
    }
    return new Part(steps, all.obstacle().isPresent() ? all : withObstacle(all, beyond()), next);
  }

  /** What the order itself names is not cut without a word; a default is. */
  private Optional<Obstacle> beyond() {
    return wish.asked() <= wish.limit()
        ? Optional.empty()
        : Optional.of(
            new Obstacle(
                "QuotaExceeded",
                "spec.networking.lbPoolSize is %d and maxLoadBalancerIPs of the ProviderConfig allows %d; order fewer or raise it"
                    .formatted(wish.asked(), wish.limit())));
  }

  private Set<Family> otherFamilies() {
    var others = EnumSet.noneOf(Family.class);
    if (!wish.elastic() || seen.demand() instanceof Demand.Known) {
      seen.claims(IPAllocationSpec.Type.LOADBALANCER).forEach(claim -> others.add(claim.family()));
    }
    if (wish.elastic() && seen.demand() instanceof Demand.Known(var needed, _, _)) {
      others.addAll(needed.keySet());
    }
    others.remove(seen.home());
    return others;
  }

  private Tally family(Family family, int floor, Pins.Answer pin) {
    var wanted = Math.max(floor, needed(family));
    giveBack(family, wanted);
    var live = live(family);
    var has = (int) Math.min(Integer.MAX_VALUE, (long) Claim.sizes(live) + owed(family, pin));
    var first =
        family == seen.home() ? Math.min(wish.plusPinned(wish.first(live), family), floor) : 0;
    var beginning = has < first;
    var least = (beginning ? first : wanted) - has;
    var need =
        new Supply.Need(
            IPAllocationSpec.Type.LOADBALANCER,
            beginning ? Claim.Role.INITIAL : Claim.Role.GROWTH,
            least,
            beginning || !wish.elastic() ? least : step(least, live),
            // A cluster that cannot begin takes nothing from others; one with Services takes all it
            // gets.
            beginning && needed(family) <= has,
            beginning ? first : 0,
            room);
    var supply =
        Supply.meet(
            need, seen.claims(IPAllocationSpec.Type.LOADBALANCER, family), seen.pools(family));
    steps.addAll(supply.steps());
    room -= supply.asked();
    var held = Claim.sizes(live.stream().filter(Claim::held).toList());
    return new Tally(first, wanted, held, pin.obstacle().or(supply::obstacle));
  }

  private int owed(Family family, Pins.Answer pin) {
    return wish.pin() != null && wish.pin().family() == family ? pin.owed() : 0;
  }

  /** At least one increment, unless what is there unused would not be needed any more then. */
  private int step(int least, List<Claim> live) {
    var smallest =
        live.stream()
            .filter(claim -> claim.role() == Claim.Role.GROWTH && !used(claim))
            .mapToInt(Claim::size)
            .min()
            .orElse(wish.increment());
    return (int) Math.max(least, Math.min(wish.increment(), (long) least - 1 + smallest));
  }

  private boolean used(Claim claim) {
    return seen.demand() instanceof Demand.Known known && known.used().contains(claim.name());
  }

  private int needed(Family family) {
    return wish.elastic() && seen.demand() instanceof Demand.Known known ? known.needed(family) : 0;
  }

  private List<Claim> live(Family family) {
    return seen.claims(IPAllocationSpec.Type.LOADBALANCER, family).stream()
        .filter(Claim::live)
        .toList();
  }

  private void giveBack(Family family, int wanted) {
    var giving = new GivingBack(seen, wanted, live(family));
    steps.addAll(giving.steps());
    giving.next().ifPresent(due -> next = next.filter(due::isAfter).or(() -> Optional.of(due)));
  }

  private static Tally withObstacle(Tally tally, Optional<Obstacle> obstacle) {
    return new Tally(tally.first(), tally.wanted(), tally.held(), obstacle);
  }
}
