package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.ipam.claim.plan.Receipt;
import dev.butlerlabs.butler.ipam.claim.plan.Refusal;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Held;
import dev.butlerlabs.butler.ipam.ledger.Open;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Brings every open binding to its end: a receipt, or nothing at all.
 *
 * <p>A binding ends without a receipt only when its claim is known to be another version than the
 * binding names, or gone, because only then can nobody else write the receipt any more.
 */
final class Settling {

  private final Rooms rooms;
  private final Book book;
  private final Seen seen;
  private final Duration rest;
  private final Instant now;
  private final Troubles troubles;

  Settling(Rooms rooms, Book book, Seen seen, Duration rest, Instant now, Troubles troubles) {
    this.rooms = rooms;
    this.book = book;
    this.seen = seen;
    this.rest = rest;
    this.now = now;
    this.troubles = troubles;
  }

  /** What became of one binding. */
  private sealed interface End {

    /** The receipt is stored. */
    record Bound(Claim claim) implements End {}

    /** The claim has become another version. */
    record Lapsed(Claim claim) implements End {}

    record Gone() implements End {}

    /** Nobody knows; it stays open. */
    record Unknown(Trouble trouble) implements End {}
  }

  /** Writes the receipts of these. */
  void bind(List<Open> entries) throws InterruptedException {
    conclude(entries, rooms.together().each(entries, this::receipt));
  }

  /** Takes these back for now, without a word: they are tried again in a moment. */
  void takeBack(List<Open> entries) throws InterruptedException {
    conclude(entries, rooms.together().each(entries, entry -> passOver(entry, null)));
  }

  /** Takes one back because its tenant would have more than that. */
  void takeBackOver(Open entry, BigInteger limit) {
    takeBack(entry, claim -> Refusal.overQuota(claim, entry.size(), limit));
  }

  /** Takes one back because nobody can tell how much its tenant has. */
  void takeBackUnclear(Open entry, String why) {
    takeBack(entry, _ -> Refusal.unclearQuota(why));
  }

  private void takeBack(Open entry, Function<Claim, Refusal> refusal) {
    conclude(List.of(entry), List.of(passOver(entry, refusal)));
  }

  private void conclude(List<Open> entries, List<End> ends) {
    for (var at = 0; at < entries.size(); at++) {
      var entry = entries.get(at);
      switch (ends.get(at)) {
        case End.Bound(var claim) -> {
          seen.put(claim);
          book.bound(entry);
          rooms.teller().allocated(claim);
        }
        case End.Lapsed(var claim) -> {
          seen.put(claim);
          book.revoked(entry, now);
        }
        case End.Gone() -> vanished(entry);
        case End.Unknown(var trouble) -> troubles.add(trouble);
      }
    }
  }

  /** Somebody may have had it for a moment, so it rests like what was held. */
  private void vanished(Open entry) {
    seen.remove(entry.holder().uid());
    book.bound(entry);
    if (!rest.isZero()) {
      book.rest(new Held(entry.holder(), entry.share(), List.of(entry.range())), now.plus(rest));
    }
    book.left(entry.holder().uid(), now);
  }

  private End receipt(Open entry) {
    var claim = seen.find(entry.holder().uid());
    if (claim.isEmpty() || !claim.get().version().equals(entry.version())) {
      return look(entry, null);
    }
    return switch (rooms.clerk().write(claim.get(), allocated(claim.get(), entry))) {
      case Answer.Done<Claim>(var written) -> new End.Bound(written);
      case Answer.Failed<Claim>(Trouble.NotFound _) -> new End.Gone();
      case Answer.Failed<Claim>(Trouble.Conflict conflict) -> look(entry, conflict);
      case Answer.Failed<Claim>(var trouble) -> new End.Unknown(trouble);
    };
  }

  private IPAllocationStatus allocated(Claim claim, Open entry) {
    return Receipt.allocated(claim, entry.range(), now);
  }

  /** Reads what the claim is now; one that is still the same version can still be bound. */
  private End look(Open entry, @Nullable Trouble conflict) {
    var found = rooms.archive().claim(entry.holder());
    if (found.isEmpty()) {
      return new End.Gone();
    }
    var claim = found.get();
    if (claim.stage().taken() && claim.ranges().contains(entry.range())) {
      return new End.Bound(claim);
    }
    if (!claim.version().equals(entry.version())) {
      return new End.Lapsed(claim);
    }
    if (conflict != null) {
      return new End.Unknown(conflict);
    }
    return switch (rooms.clerk().write(claim, allocated(claim, entry))) {
      case Answer.Done<Claim>(var written) -> new End.Bound(written);
      case Answer.Failed<Claim>(var trouble) -> new End.Unknown(trouble);
    };
  }

  private End passOver(Open entry, @Nullable Function<Claim, Refusal> refusal) {
    var found = rooms.archive().claim(entry.holder());
    if (found.isEmpty()) {
      return new End.Gone();
    }
    var claim = found.get();
    if (claim.stage().taken() && claim.ranges().contains(entry.range())) {
      return new End.Bound(claim);
    }
    if (!claim.version().equals(entry.version())) {
      return new End.Lapsed(claim);
    }
    return switch (tell(claim, refusal == null ? null : refusal.apply(claim))) {
      case Answer.Done<Claim>(var written) -> new End.Lapsed(written);
      case Answer.Failed<Claim>(var trouble) -> new End.Unknown(trouble);
    };
  }

  /** Changes the claim in any case: that is what keeps others from binding it. */
  private Answer<Claim> tell(Claim claim, @Nullable Refusal refusal) {
    if (refusal == null || Receipt.alreadyFailed(claim, refusal)) {
      rooms.teller().putOff();
      return rooms.clerk().passOver(claim, book.stored().version());
    }
    return rooms
        .clerk()
        .write(claim, Receipt.failed(claim, refusal, now))
        .map(
            told -> {
              rooms.teller().refused(told, refusal);
              return told;
            });
  }
}
