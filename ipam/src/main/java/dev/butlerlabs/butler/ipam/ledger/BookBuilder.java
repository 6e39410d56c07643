package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.ipam.allocator.Restoring;
import dev.butlerlabs.butler.ipam.territory.Territory;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.Collection;

/** Builds the book of a pool from what is stored, and from nothing else. */
public final class BookBuilder {

  private BookBuilder() {}

  /**
   * The book of the pool.
   *
   * @param stored its ledger, read before the claims were
   * @param claims of all pools, as they were listed after that
   */
  public static Book build(
      ObjectKey pool,
      Territory territory,
      StoredLedger stored,
      Collection<Claim> claims,
      Instant now) {
    var restoring = new Restoring<Holder>().windows(territory.windows());
    territory.closed().forEach(restoring::reserved);
    var held =
        claims.stream()
            .filter(claim -> claim.stage().taken() && claim.pool().equals(pool))
            .map(Held::of)
            .toList();
    held.forEach(one -> one.ranges().forEach(range -> restoring.held(range, one.holder())));
    stored.ledger().open().forEach(entry -> restoring.held(entry.range(), entry.holder()));
    stored
        .ledger()
        .resting()
        .forEach(rest -> restoring.resting(rest.range(), null, now, rest.until()));
    markReleased(restoring, pool, claims);
    return new Book(territory, restoring.restore(), stored, held);
  }

  /** So that what was given back longest ago is given out first, also after a restart. */
  private static void markReleased(
      Restoring<Holder> restoring, ObjectKey pool, Collection<Claim> claims) {
    for (var claim : claims) {
      if (claim.stage() == Stage.LEFT && claim.pool().equals(pool)) {
        claim
            .leftAt()
            .ifPresent(at -> claim.ranges().forEach(range -> restoring.released(range, at)));
      }
    }
  }
}
