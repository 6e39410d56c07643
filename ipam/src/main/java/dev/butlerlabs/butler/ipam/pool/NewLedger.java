package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Ledger;
import dev.butlerlabs.butler.ipam.ledger.Resting;
import dev.butlerlabs.butler.ipam.ledger.Stage;
import dev.butlerlabs.butler.ipam.ledger.StoredLedger;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.kube.write.TroubleException;
import java.time.Instant;
import java.util.List;

/**
 * The first ledger of a pool, or a new one where the old one was lost.
 *
 * <p>What a lost ledger had open is unknown, but every binding in it names a version of a claim
 * that waits. So each of these claims is made another version: no receipt out of the lost ledger
 * can be written then, and nothing can have been entered since it went. What rested is unknown too,
 * so everything rests once more.
 */
final class NewLedger {

  private final Rooms rooms;
  private final ObjectKey pool;

  NewLedger(Rooms rooms, ObjectKey pool) {
    this.rooms = rooms;
    this.pool = pool;
  }

  /** Stores it; the pool was read after it was seen that there is none. */
  StoredLedger make(NetworkPool object, Instant now) {
    var first = Ledger.blank(pool);
    return rooms
        .ledgers()
        .create(Known.served(object) ? afterLoss(first, object, now) : first)
        .orElseThrow();
  }

  private Ledger afterLoss(Ledger blank, NetworkPool object, Instant now) {
    rooms.archive().claims().stream()
        .filter(claim -> claim.pool().equals(pool) && claim.stage() == Stage.WAITING)
        .forEach(this::fence);
    var windows = Surveyor.claimed(object);
    var rest = object.getSpec().effectiveReuseDelay();
    return blank
        .announcing(windows)
        .with(
            List.of(),
            rest.isZero()
                ? List.of()
                : windows.stream().map(range -> new Resting(range, now.plus(rest))).toList());
  }

  /** One that has moved on by itself is another version as well. */
  private void fence(Claim claim) {
    if (rooms.clerk().passOver(claim, claim.version()) instanceof Answer.Failed<Claim>(var trouble)
        && (!(trouble instanceof Trouble.Conflict) || unchanged(claim))
        && !(trouble instanceof Trouble.NotFound)) {
      throw new TroubleException(trouble);
    }
  }

  private boolean unchanged(Claim claim) {
    return rooms
        .archive()
        .claim(claim.holder())
        .filter(now -> now.version().equals(claim.version()))
        .isPresent();
  }
}
