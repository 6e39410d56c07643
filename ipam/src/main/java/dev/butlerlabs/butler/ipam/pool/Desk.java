package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.claim.Tenants;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Stage;
import dev.butlerlabs.butler.ipam.pool.plan.PoolPlanner;
import dev.butlerlabs.butler.ipam.pool.plan.Sight;
import dev.butlerlabs.butler.ipam.pool.plan.Tried;
import dev.butlerlabs.butler.ipam.territory.Territory;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import java.util.Optional;
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

  /** What a pass left behind: the book it ended with, what it looked at, and whether more waits. */
  record Result(Book book, Sight sight, boolean more, boolean contended, Tenants tenants) {}

  /** One pass over the pool; empty when there is no such pool any more. */
  Optional<Result> pass(NetworkPool object, boolean closing, Context context)
      throws InterruptedException {
    var view = new View(rooms, pool, object, closing, context, seen);
    var glance = surveyor.glance(object, context.cache());
    var known = book;
    if (known != null && glanced != null && glance.equals(glanced) && closing == closed) {
      settleWithSeen(known);
      if (!closing && !stale(known) && idle(known, view)) {
        return Optional.of(new Result(known, view.sight(known), false, false, view.tenants()));
      }
    } else {
      forget();
    }
    if (!trueBook(view, glance, closing)) {
      return Optional.empty();
    }
    var round = new Rounds(rooms, pool, requireBook(), seen, view, this::forget);
    var more = round.run();
    tried =
        more || round.contended()
            ? Tried.nothing()
            : Tried.of(requireBook(), view.sight(requireBook()));
    return Optional.of(
        new Result(
            requireBook(), view.sight(requireBook()), more, round.contended(), view.tenants()));
  }

  void forget() {
    book = null;
    tried = Tried.nothing();
    rooms.books().put(pool, null);
  }

  /** Makes sure the book speaks of what is stored; false when there is no pool any more. */
  private boolean trueBook(View view, Territory glance, boolean closing) {
    var known = book;
    if (known != null && !stale(known) && unchanged(known)) {
      return true;
    }
    forget();
    var survey = surveyor.survey(view.context().cache(), view.context().now());
    if (survey.isEmpty()) {
      return false;
    }
    survey.get().claims().forEach(seen::put);
    book = survey.get().book();
    glanced = glance;
    closed = closing;
    if (survey.get().object().isMarkedForDeletion()) {
      view.close();
    }
    rooms.books().put(pool, book);
    return true;
  }

  private boolean unchanged(Book known) {
    return rooms.ledgers().read(pool).orElseThrow().version().equals(known.stored().version());
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

  private Book requireBook() {
    var known = book;
    if (known == null) {
      throw new IllegalStateException("the book of pool " + pool + " is not open");
    }
    return known;
  }
}
