package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.ipam.claim.plan.Receipt;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Held;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.ipam.ledger.StoredLedger;
import dev.butlerlabs.butler.ipam.pool.plan.Agenda;
import dev.butlerlabs.butler.ipam.pool.plan.Check;
import dev.butlerlabs.butler.ipam.pool.plan.PoolPlanner;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.TroubleException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Set;

/** The work of one pass: batch after batch, each through the ledger first. */
final class Rounds {

  /** So that one pool with very many claims comes to its end before the engine's deadline. */
  private static final int MOST = 8;

  private final Rooms rooms;
  private final ObjectKey pool;
  private final Book book;
  private final Seen seen;
  private final View view;
  private final Runnable forget;
  private final Instant now;
  private final Troubles troubles = new Troubles();
  private final Settling settling;
  private final Notices notices;

  /** Another pool binds for the same tenant just now. */
  private boolean contended;

  /** Nobody can tell just now how much a tenant has. */
  private boolean unclear;

  /**
   * Makes ready for one pass.
   *
   * @param forget called when nobody knows whether the book is still true
   */
  Rounds(Rooms rooms, ObjectKey pool, Book book, Seen seen, View view, Runnable forget) {
    this.rooms = rooms;
    this.pool = pool;
    this.book = book;
    this.seen = seen;
    this.view = view;
    this.forget = forget;
    this.now = view.context().now();
    this.settling = new Settling(rooms, book, seen, view.rest(), now, troubles);
    this.notices = new Notices(rooms, seen, troubles);
  }

  /** Works until nothing is left to do; answers when to come back for what is left after all. */
  Pass.Next run() throws InterruptedException {
    buryVanished();
    settle();
    var more = true;
    for (var round = 0; round < MOST && more && !putOff(); round++) {
      book.expire(now);
      var sight = view.sight(book);
      var agenda = PoolPlanner.plan(book, sight, rooms.batch());
      more = !agenda.empty();
      perform(agenda, sight.orphans());
      troubles.throwFirst();
    }
    swap();
    if (putOff()) {
      return contended ? Pass.Next.IN_A_MOMENT : Pass.Next.SLOWLY;
    }
    return more ? Pass.Next.AT_ONCE : Pass.Next.WHEN_DUE;
  }

  /** Whether trying again now would only come to the same. */
  private boolean putOff() {
    return contended || unclear;
  }

  private void perform(Agenda agenda, Set<String> orphans) throws InterruptedException {
    notices.tell(
        agenda.refuse(),
        Agenda.Refused::claim,
        one -> Receipt.failed(one.claim(), one.refusal(), now),
        (one, told) -> rooms.teller().refused(told, one.refusal()));
    notices.tell(
        agenda.close(), claim -> Receipt.released(claim, now), _ -> rooms.teller().released());
    notices.tell(
        agenda.beginLeaving(),
        claim -> Receipt.releasing(claim, now),
        told -> sayWhy(told, orphans));
    agenda.leave().forEach(claim -> rest(Held.of(claim)));
    swap();
    settle();
    notices.tell(
        agenda.leave(),
        claim -> Receipt.released(claim, now),
        claim -> {
          book.left(claim.uid(), now);
          rooms.teller().released();
        });
    agenda.forget().forEach(notices::forget);
  }

  private void sayWhy(Claim leaving, Set<String> orphans) {
    if (orphans.contains(leaving.uid())) {
      rooms.teller().orphaned(leaving);
    }
  }

  private void rest(Held leaving) {
    if (!view.rest().isZero()) {
      book.rest(leaving, now.plus(view.rest()));
    }
  }

  /** Stores the ledger as the book has it, if it is not stored so. */
  private void swap() {
    var next = book.next();
    if (next.equals(book.stored().ledger())) {
      return;
    }
    switch (rooms.ledgers().swap(book.stored(), next)) {
      case Answer.Done<StoredLedger>(var stored) -> book.swapped(stored);
      case Answer.Failed<StoredLedger>(var trouble) -> {
        forget.run();
        throw new TroubleException(trouble);
      }
    }
  }

  /** Ends what is open; all of it stands in the stored ledger. */
  private void settle() throws InterruptedException {
    if (book.open().isEmpty()) {
      return;
    }
    var quotas = new Quotas(rooms.archive().providers(), view.tenants()::find);
    var check = check(quotas);
    settling.bind(check.within());
    check.over().forEach(settling::takeBackOver);
    check.unclear().forEach(settling::takeBackUnclear);
    settling.takeBack(check.contended());
    contended |= !check.contended().isEmpty();
    unclear |= !check.unclear().isEmpty();
  }

  private Check check(Quotas quotas) {
    var limits = new HashMap<Share, BigInteger>();
    for (var entry : book.open()) {
      quotas.limit(entry.share()).ifPresent(limit -> limits.put(entry.share(), limit));
    }
    if (limits.isEmpty()) {
      return Check.unlimited(book.open());
    }
    var known = new HashSet<ObjectKey>();
    limits.keySet().forEach(share -> known.addAll(view.poolsOf(share.tenant())));
    return Check.of(book, limits, Elsewhere.look(rooms, pool, limits.keySet(), known));
  }

  /** What was held by a claim that is gone without our say rests like anything else. */
  private void buryVanished() {
    for (var one : view.vanished(book)) {
      var found = rooms.archive().claim(one.holder());
      if (found.isPresent()) {
        seen.put(found.get());
        continue;
      }
      rest(one);
      swap();
      book.left(one.holder().uid(), now);
    }
  }
}
