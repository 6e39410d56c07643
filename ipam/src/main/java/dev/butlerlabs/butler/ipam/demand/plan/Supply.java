package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How one need is met: the claims to make and to call off, and what stands in the way.
 *
 * @param asked how many addresses the new claims ask for
 */
record Supply(List<Step> steps, int asked, Optional<Obstacle> obstacle) {

  Supply {
    steps = List.copyOf(steps);
  }

  /**
   * A lack of addresses of one type and family.
   *
   * @param least how many are missing; none when not above 0
   * @param most how many are asked for if one block has them
   * @param whole whether a part is of no use, so that nothing is taken unless all is there
   * @param block as {@link Step.Create} has it
   * @param room how many more the quota allows
   */
  record Need(
      IPAllocationSpec.Type type,
      Claim.Role role,
      int least,
      int most,
      boolean whole,
      int block,
      int room) {}

  /**
   * Meets the need from the pools.
   *
   * <p>A refused claim never stands in the way: it is called off as soon as another pool, or a
   * smaller block, is worth asking, and the new claim carries what was refused. Called off first
   * and replaced then, so that no need has two bids that could both win.
   *
   * @param mine the claims of the same type and family
   */
  static Supply meet(Need need, List<Claim> mine, List<Pool> pools) {
    var refused = mine.stream().filter(Claim::refused).filter(claim -> !claim.pinned()).toList();
    if (need.least() <= 0) {
      return new Supply(release(refused), 0, Optional.empty());
    }
    if (need.room() <= 0) {
      return new Supply(release(refused), 0, Optional.of(quota(need)));
    }
    var least = Math.min(need.least(), need.room());
    var most = Math.min(Math.max(need.most(), least), need.room());
    if (underWay(mine, pools)) {
      return new Supply(List.of(), 0, Optional.empty());
    }
    var placement = placement(refused, mine, pools);
    var beyond = least < need.least() ? Optional.of(quota(need)) : Optional.<Obstacle>empty();
    return placement
        .choose(least, most, need.whole())
        .map(piece -> taking(piece, need, refused, placement, beyond))
        .orElseGet(() -> without(placement, least, most, refused));
  }

  /** What was refused counts until the need is met; the next one is a question of its own. */
  private static Placement placement(List<Claim> refused, List<Claim> mine, List<Pool> pools) {
    var refusals =
        mine.stream()
            .filter(Claim::refused)
            .flatMap(claim -> claim.refusals().stream())
            .distinct()
            .toList();
    return new Placement(pools, refusals, refused);
  }

  /** Until a pool has answered, its figures do not tell what is left. */
  private static boolean underWay(List<Claim> mine, List<Pool> pools) {
    return mine.stream()
        .filter(claim -> claim.waiting() && !claim.pinned())
        .anyMatch(
            claim ->
                pools.stream().anyMatch(pool -> pool.open() && pool.name().equals(claim.pool())));
  }

  private static Supply taking(
      Placement.Piece piece,
      Need need,
      List<Claim> refused,
      Placement placement,
      Optional<Obstacle> beyond) {
    var steps = new ArrayList<>(release(refused));
    steps.add(
        new Step.Create(
            need.type(),
            need.role(),
            piece.pool().name(),
            piece.size(),
            null,
            need.block(),
            piece.pool().mark(),
            remembered(placement)));
    return new Supply(steps, piece.size(), beyond);
  }

  /** What still holds of what pools said, so that the text stays short. */
  private static List<Refusal> remembered(Placement placement) {
    var now =
        placement.standing().stream()
            .flatMap(
                claim ->
                    placement.pools().stream()
                        .filter(pool -> pool.name().equals(claim.pool()))
                        .map(pool -> Refusal.of(claim, pool)));
    return Stream.concat(placement.refusals().stream(), now)
        .filter(
            refusal ->
                placement.pools().stream().anyMatch(pool -> refusal.holds(pool, refusal.size())))
        .distinct()
        .toList();
  }

  /** One bid stays where it is, unless it asks for more than is wanted by now. */
  private static Supply without(Placement placement, int least, int most, List<Claim> refused) {
    var bid = refused.stream().filter(claim -> claim.size() <= most).findFirst();
    var rest = refused.stream().filter(claim -> !claim.equals(bid.orElse(null))).toList();
    return new Supply(release(rest), 0, Optional.of(placement.obstacle(least)));
  }

  private static Obstacle quota(Need need) {
    return new Obstacle(
        "QuotaExceeded",
        "%d more addresses are needed and the quota of the cluster has room for %d; raise quotaPerTenant in the ProviderConfig or remove Services"
            .formatted(need.least(), Math.max(0, need.room())));
  }

  static List<Step> release(List<Claim> claims) {
    return claims.stream().<Step>map(claim -> new Step.Release(claim.name())).toList();
  }
}
