package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.claim.plan.Receipt;
import dev.butlerlabs.butler.ipam.claim.plan.Refusal;
import dev.butlerlabs.butler.ipam.claim.plan.Step;
import dev.butlerlabs.butler.ipam.ledger.UnreadableLedger;

/**
 * What is done for a pool whose ledger cannot be read: those that wait are told why. That gives
 * nobody anything, and none of them can be bound by what the ledger may say: they are another
 * version then.
 */
final class Standstill {

  private final Rooms rooms;
  private final Seen seen;

  Standstill(Rooms rooms, Seen seen) {
    this.rooms = rooms;
    this.seen = seen;
  }

  void tell(View view, UnreadableLedger ledger) throws InterruptedException {
    var now = view.context().now();
    var refusal = Refusal.unreadable(view.pool(), ledger.object());
    var troubles = new Troubles();
    var waiting =
        seen.all().stream()
            .filter(claim -> view.stepOf(claim) == Step.SERVE)
            .filter(claim -> !Receipt.alreadyFailed(claim, refusal))
            .toList();
    new Notices(rooms, seen, troubles)
        .tell(
            waiting,
            claim -> Receipt.failed(claim, refusal, now),
            told -> rooms.teller().refused(told, refusal));
    troubles.throwFirst();
  }
}
