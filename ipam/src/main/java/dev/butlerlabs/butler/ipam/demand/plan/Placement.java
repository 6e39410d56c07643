package dev.butlerlabs.butler.ipam.demand.plan;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which pool is asked for how many addresses.
 *
 * <p>One block from the first pool in order that has it. If none has, the longest run that is free
 * anywhere, then the longest of what is left after it, which makes as few pieces as possible. Each
 * piece is awaited before the next, since only then is it known what is left.
 *
 * @param pools of the right family, in the order they are tried
 * @param refusals what they said before
 * @param standing claims that were refused and still stand as bids
 */
record Placement(List<Pool> pools, List<Refusal> refusals, List<Claim> standing) {

  /** That many addresses of one pool. */
  record Piece(Pool pool, int size) {}

  /**
   * @param most how many are asked for where one block has them
   * @param whole whether a part is of no use
   */
  Optional<Piece> choose(int least, int most, boolean whole) {
    return oneBlock(most, most)
        .or(() -> oneBlock(least, most))
        .or(() -> whole && !enough(least) ? Optional.empty() : longest(least));
  }

  private Optional<Piece> oneBlock(int least, int most) {
    for (var pool : pools) {
      var size = (int) Math.min(most, pool.largest());
      if (pool.open() && size >= least && !refuses(pool, size)) {
        return Optional.of(new Piece(pool, size));
      }
      if (pool.open() && size > least && !refuses(pool, least)) {
        return Optional.of(new Piece(pool, least));
      }
    }
    return Optional.empty();
  }

  private Optional<Piece> longest(int least) {
    return pools.stream()
        .filter(Pool::open)
        .map(pool -> new Piece(pool, (int) Math.min(least, pool.largest())))
        .filter(piece -> piece.size() > 0 && !refuses(piece.pool(), piece.size()))
        .max(Comparator.comparingInt(Piece::size).thenComparing(this::earlier));
  }

  private int earlier(Piece one, Piece other) {
    return pools.indexOf(other.pool()) - pools.indexOf(one.pool());
  }

  private boolean enough(int least) {
    var free = 0.0;
    for (var pool : pools) {
      free += pool.open() && !refuses(pool, 1) ? pool.available() : 0;
    }
    return free >= least;
  }

  /** A claim that stands is served by its pool as soon as it can be; asking beside it is vain. */
  private boolean refuses(Pool pool, int size) {
    return standing.stream().anyMatch(claim -> stands(claim, pool, size))
        || refusals.stream().anyMatch(refusal -> refusal.holds(pool, size));
  }

  private static boolean stands(Claim claim, Pool pool, int size) {
    return claim.pool().equals(pool.name())
        && (size >= claim.size() || Refusal.of(claim, pool).holds(pool, size));
  }

  /** Why nothing was found. */
  Obstacle obstacle(int least) {
    if (pools.isEmpty()) {
      return new Obstacle(
          "NetworkNotReady",
          "no NetworkPool of the right address family can be used; name one in the ProviderConfig's"
              + " spec.network.poolRefs");
    }
    var figures = pools.stream().map(this::words).collect(Collectors.joining("; "));
    var refused = standing.stream().findFirst();
    var reason =
        refused
            .map(Claim::reason)
            .orElseGet(() -> enough(least) ? "NoContiguousBlock" : "PoolExhausted");
    return new Obstacle(
        reason,
        "%d more addresses are needed and no pool has them: %s; enlarge a pool or add one to the ProviderConfig"
            .formatted(least, figures));
  }

  private String words(Pool pool) {
    return standing.stream()
        .filter(claim -> claim.pool().equals(pool.name()))
        .findFirst()
        .map(claim -> "pool " + pool.name() + " answered " + claim.reason() + " to " + claim.name())
        .orElseGet(pool::words);
  }
}
