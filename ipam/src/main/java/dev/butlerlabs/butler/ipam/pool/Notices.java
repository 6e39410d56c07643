package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Tells claims where they stand, several at a time, each at the version it was seen at. */
final class Notices {

  private final Rooms rooms;
  private final Seen seen;
  private final Troubles troubles;

  Notices(Rooms rooms, Seen seen, Troubles troubles) {
    this.rooms = rooms;
    this.seen = seen;
    this.troubles = troubles;
  }

  void tell(List<Claim> claims, Function<Claim, IPAllocationStatus> status, Consumer<Claim> done)
      throws InterruptedException {
    tell(claims, claim -> claim, status, (_, written) -> done.accept(written));
  }

  /**
   * Writes to each what is to be told.
   *
   * @param done called with each that was told, and its claim as it is stored then
   */
  <T> void tell(
      List<T> all,
      Function<T, Claim> claimOf,
      Function<T, IPAllocationStatus> status,
      BiConsumer<T, Claim> done)
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
          done.accept(all.get(at), written);
        }
        case Answer.Failed<Claim>(Trouble.NotFound _) -> seen.remove(claim.uid());
        case Answer.Failed<Claim>(Trouble.Conflict conflict) -> lookAgain(claim, conflict);
        case Answer.Failed<Claim>(var trouble) -> troubles.add(trouble);
      }
    }
  }

  /** Removes the claim, whose record is over. */
  void forget(Claim claim) {
    switch (rooms.clerk().delete(claim)) {
      case Answer.Done<Boolean> _ -> seen.remove(claim.uid());
      case Answer.Failed<Boolean>(Trouble.NotFound _) -> seen.remove(claim.uid());
      case Answer.Failed<Boolean>(Trouble.Conflict conflict) -> lookAgain(claim, conflict);
      case Answer.Failed<Boolean>(var trouble) -> troubles.add(trouble);
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
}
