package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Ledgers.Reading;
import dev.butlerlabs.butler.ipam.ledger.Stage;
import dev.butlerlabs.butler.ipam.pool.Surveyor.Survey;
import dev.butlerlabs.butler.ipam.pool.plan.PoolPlanner;
import dev.butlerlabs.butler.ipam.pool.plan.Tried;
import dev.butlerlabs.butler.ipam.territory.Territory;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.kube.write.TroubleException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the work of one pool is done, and what is remembered of it between two passes.
 *
 * <p>Losing what is remembered costs reads and nothing else. One pass at a time.
 */
final class Desk {

  private final ObjectKey pool;
  private final Rooms rooms;
  private final Surveyor surveyor;
  private final Seen seen = new Seen();
  private @Nullable Book book;
  private @Nullable Territory glanced;
  private boolean closed;
  private Tried tried = Tried.nothing();

  Desk(ObjectKey pool, Rooms rooms) {
    this.pool = pool;
    this.rooms = rooms;
    this.surveyor = new Surveyor(rooms, pool);
  }

  /** One pass over the pool. */
  Pass pass(NetworkPool object, boolean closing, Context context) throws InterruptedException {
    var view = new View(rooms, pool, object, closing, context, seen);
    var glance = surveyor.glance(object, context.cache());
    var known = book;
    if (known != null && asBefore(glance, closing) && !view.ledgerUnreadable()) {
      settleWithSeen(known);
      if (!closing && !stale(known) && idle(known, view)) {
        return new Pass.Done(known, view.sight(known), Pass.Next.WHEN_DUE, view.tenants());
      }
    } else {
      forget();
    }
    return switch (trueBook(view, glance, closing)) {
      case Survey.NoPool() -> new Pass.NoPool();
      case Survey.Blind(var ledger) -> {
        new Standstill(rooms, seen).tell(view, ledger);
        yield new Pass.Stopped(ledger, glance, seen.all());
      }
      case Survey.Made(var made, _, _) -> work(made, view);
    };
  }

  private Pass work(Book made, View view) throws InterruptedException {
    var next = new Rounds(rooms, pool, made, seen, view, this::forget).run();
    tried = next == Pass.Next.WHEN_DUE ? Tried.of(made, view.sight(made)) : Tried.nothing();
    return new Pass.Done(made, view.sight(made), next, view.tenants());
  }

  private boolean asBefore(Territory glance, boolean closing) {
    return glance.equals(glanced) && closing == closed;
  }

  void forget() {
    book = null;
    tried = Tried.nothing();
    rooms.books().put(pool, null);
  }

  /** Makes sure the book speaks of what is stored. */
  private Survey trueBook(View view, Territory glance, boolean closing) {
    var known = book;
    if (known != null && !stale(known) && unchanged(known)) {
      return new Survey.Made(known, view.object(), List.of());
    }
    forget();
    var survey = surveyor.survey(view.context().cache(), view.context().now());
    if (survey instanceof Survey.Made(var made, var object, var claims)) {
      claims.forEach(seen::put);
      book = made;
      glanced = glance;
      closed = closing;
      if (object.isMarkedForDeletion()) {
        view.close();
      }
      rooms.books().put(pool, made);
    }
    return survey;
  }

  private boolean unchanged(Book known) {
    return switch (rooms.ledgers().look(pool)) {
      case Answer.Done<Reading>(Reading.Good(var stored)) ->
          stored.version().equals(known.stored().version());
      case Answer.Done<Reading>(Reading.Bad _) -> false;
      case Answer.Failed<Reading>(Trouble.NotFound _) -> false;
      case Answer.Failed<Reading>(var trouble) -> throw new TroubleException(trouble);
    };
  }

  /** Receipts that say what the book was not told because the answer was lost. */
  private void settleWithSeen(Book known) {
    for (var claim : seen.all()) {
      if (claim.stage() == Stage.LEFT && known.holds(claim.uid())) {
        claim.leftAt().ifPresent(at -> known.left(claim.uid(), at));
      }
    }
  }

  /** Somebody wrote a receipt that the book knows nothing of. */
  private boolean stale(Book known) {
    return known.cleared()
        || seen.all().stream()
            .anyMatch(claim -> claim.stage().taken() && !known.serves(claim.uid()));
  }

  private boolean idle(Book known, View view) {
    known.expire(view.context().now());
    return known.open().isEmpty()
        && known.next().equals(known.stored().ledger())
        && !PoolPlanner.busy(known, view.sight(known), tried)
        && view.vanished(known).isEmpty();
  }
}
