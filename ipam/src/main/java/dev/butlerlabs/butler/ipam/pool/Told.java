package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.ipam.allocator.Finding;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Holder;
import dev.butlerlabs.butler.ipam.ledger.Stage;
import dev.butlerlabs.butler.ipam.ledger.Wish;
import dev.butlerlabs.butler.ipam.tell.DefaultBlock;
import dev.butlerlabs.butler.ipam.tell.PoolView;
import dev.butlerlabs.butler.ipam.territory.Clash;
import dev.butlerlabs.butler.ipam.territory.Held;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What there is to tell about a pool after a pass. */
final class Told {

  private Told() {}

  static PoolView of(NetworkPool pool, Pass.Done result) {
    var book = result.book();
    var territory = book.territory();
    var capacity = book.allocator().capacity();
    var allocated =
        result.sight().claims().stream().filter(claim -> claim.stage() == Stage.HOLDING).count();
    return new PoolView(
        pool,
        territory,
        territory.valid() ? Optional.of(capacity) : Optional.empty(),
        (int) allocated,
        DefaultBlock.of(pool.getSpec(), size -> fits(pool, book, size)),
        Clash.between(territory, holdings(book.held())),
        damage(book),
        Optional.empty());
  }

  /** A pool that stands still, with as much as can be told without its ledger. */
  static PoolView of(NetworkPool pool, Pass.Stopped stopped) {
    var held =
        stopped.claims().stream()
            .filter(claim -> claim.stage().taken())
            .map(dev.butlerlabs.butler.ipam.ledger.Held::of)
            .toList();
    var allocated =
        stopped.claims().stream().filter(claim -> claim.stage() == Stage.HOLDING).count();
    return new PoolView(
        pool,
        stopped.territory(),
        Optional.empty(),
        (int) allocated,
        List.of(),
        Clash.between(stopped.territory(), holdings(held)),
        List.of(),
        Optional.of(
            stopped.ledger().sentence()
                + ". Nothing is given out or taken back until it can be read; holders keep what"
                + " they have. Undo what was done to it (an older copy would be wrong), or delete"
                + " it: a new one is made then, claims that wait are decided anew, and all that is"
                + " free rests for the reuse delay first"));
  }

  private static boolean fits(NetworkPool pool, Book book, int size) {
    var wish = new Wish.Aligned(BigInteger.valueOf(size));
    return pool.getSpec().aligned()
        ? book.allocator().fits(wish.size(), wish.alignment())
        : book.allocator().capacity().fits(wish.size());
  }

  private static List<Held> holdings(Collection<dev.butlerlabs.butler.ipam.ledger.Held> held) {
    var holdings = new ArrayList<Held>();
    for (var one : held) {
      for (var range : one.ranges()) {
        holdings.add(new Held(range, one.holder().claim(), one.share().tenant()));
      }
    }
    return holdings;
  }

  private static List<String> damage(Book book) {
    return book.findings().stream()
        .filter(Finding.SeveralHolders.class::isInstance)
        .map(finding -> (Finding.SeveralHolders<Holder>) finding)
        .map(
            several ->
                "%s is held by IPAllocations %s at once; release all but one of them"
                    .formatted(
                        several.range(),
                        several.holders().stream()
                            .map(Holder::toString)
                            .sorted()
                            .collect(Collectors.joining(" and "))))
        .toList();
  }
}
