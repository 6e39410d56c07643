package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.claim.Tenants;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.UnreadableLedger;
import dev.butlerlabs.butler.ipam.pool.plan.Sight;
import dev.butlerlabs.butler.ipam.territory.Territory;
import java.util.List;

/** What came of one pass over a pool. */
sealed interface Pass {

  /** What it left behind: the book it ended with, what it looked at, and when more comes. */
  record Done(Book book, Sight sight, Next next, Tenants tenants) implements Pass {}

  /** There is no such pool any more. */
  record NoPool() implements Pass {}

  /** Another process wrote first; what it wrote is to be looked at. */
  record Overtaken() implements Pass {}

  /** The pool's ledger cannot be read: nothing was given out or taken back. */
  record Stopped(UnreadableLedger ledger, Territory territory, List<Claim> claims)
      implements Pass {}

  /** When to come back. */
  enum Next {
    /** When a rest or a record is over; nothing is left to do now. */
    WHEN_DUE,

    /** There is more. */
    AT_ONCE,

    /** Another pool binds for the same tenant just now. */
    IN_A_MOMENT,

    /** Somebody has to mend something first, and that is noticed. */
    SLOWLY
  }
}
