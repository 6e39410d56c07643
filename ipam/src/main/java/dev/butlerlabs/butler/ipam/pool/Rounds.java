package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.ipam.claim.Clerk;
import dev.butlerlabs.butler.ipam.claim.plan.Receipt;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Held;
import dev.butlerlabs.butler.ipam.ledger.StoredLedger;
import dev.butlerlabs.butler.ipam.pool.plan.Agenda;
import dev.butlerlabs.butler.ipam.pool.plan.PoolPlanner;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.kube.write.TroubleException;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

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
  private boolean contended;

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
  }

  /** Works until nothing is left to do; answers whether something is left after all. */
  boolean run() throws InterruptedException {
    buryVanished();
    settle();
    var more = true;
    for (var round = 0; round < MOST && more && !contended; round++) {
      book.expire(now);
      var agenda = PoolPlanner.plan(book, view.sight(book), rooms.batch());
      more = !agenda.empty();
      perform(agenda);
      troubles.throwFirst();
    }
    swap();
    return more;
  }

  /** Whether something was put off because another pool binds for the same tenant just now. */
  boolean contended() {
    return contended;
  }

  private void perform(Agenda agenda) throws InterruptedException {
    tell(
        agenda.refuse(),
        Agenda.Refused::claim,
        one -> Receipt.failed(one.claim(), one.refusal(), now),
        _ -> {});
    tell(agenda.close(), claim -> Receipt.released(claim, now), _ -> {});
    tell(agenda.beginLeaving(), claim -> Receipt.releasing(claim, now), _ -> {});
    agenda.leave().forEach(claim -> rest(Held.of(claim)));
    swap();
    settle();
    tell(
        agenda.leave(),
        claim -> Receipt.released(claim, now),
        claim -> book.left(claim.uid(), now));
    for (var claim : agenda.forget()) {
      forget(claim);
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
    var check = Check.of(rooms, pool, book, quotas, view::poolsOf);
    settling.bind(check.within());
    for (var over : check.over().entrySet()) {
      settling.takeBackOver(over.getKey(), over.getValue());
    }
    settling.takeBack(check.contended());
    contended |= !check.contended().isEmpty();
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

  private void tell(
      List<Claim> claims, Function<Claim, IPAllocationStatus> status, Consumer<Claim> done)
      throws InterruptedException {
    tell(claims, claim -> claim, status, done);
  }

  private <T> void tell(
      List<T> all,
      Function<T, Claim> claimOf,
      Function<T, IPAllocationStatus> status,
      Consumer<Claim> done)
      throws InterruptedException {
    var answers =
        rooms
            .together()
            .each(all, one -> rooms.clerk().write(claimOf.apply(one), status.apply(one)));
    for (var at = 0; at < all.size(); at++) {
      var claim = claimOf.apply(all.get(at));
      switch (answers.get(at)) {
        case Answer.Done<Claim>(var written) -> {
          seen.put(written);
          done.accept(written);
        }
        case Answer.Failed<Claim>(Trouble.NotFound _) -> seen.remove(claim.uid());
        case Answer.Failed<Claim>(var trouble) when Clerk.movedOn(trouble) ->
            lookAgain(claim, trouble);
        case Answer.Failed<Claim>(var trouble) -> troubles.add(trouble);
      }
    }
  }

  /** Somebody was faster: what is there now is planned for in the next round. */
  private void lookAgain(Claim claim, Trouble conflict) {
    var found = rooms.archive().claim(claim.holder());
    if (found.isEmpty()) {
      seen.remove(claim.uid());
    } else if (found.get().version().equals(claim.version())) {
      troubles.add(conflict);
    } else {
      seen.put(found.get());
    }
  }

  private void forget(Claim claim) {
    switch (rooms.clerk().delete(claim)) {
      case Answer.Done<Boolean> _ -> seen.remove(claim.uid());
      case Answer.Failed<Boolean>(Trouble.NotFound _) -> seen.remove(claim.uid());
      case Answer.Failed<Boolean>(Trouble.Conflict conflict) -> lookAgain(claim, conflict);
      case Answer.Failed<Boolean>(var trouble) -> troubles.add(trouble);
    }
  }
}
