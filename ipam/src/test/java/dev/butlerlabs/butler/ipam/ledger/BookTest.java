package dev.butlerlabs.butler.ipam.ledger;

import static dev.butlerlabs.butler.ipam.ledger.Sample.NOW;
import static dev.butlerlabs.butler.ipam.ledger.Sample.POOL;
import static dev.butlerlabs.butler.ipam.ledger.Sample.VERSION;
import static dev.butlerlabs.butler.ipam.ledger.Sample.book;
import static dev.butlerlabs.butler.ipam.ledger.Sample.claim;
import static dev.butlerlabs.butler.ipam.ledger.Sample.holding;
import static dev.butlerlabs.butler.ipam.ledger.Sample.nodes;
import static dev.butlerlabs.butler.ipam.ledger.Sample.open;
import static dev.butlerlabs.butler.ipam.ledger.Sample.range;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.ipam.allocator.Grant;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BookTest {

  /** Six addresses: .1 to .6. */
  private static final String SMALL = "{cidr: 10.40.0.0/29}";

  private static final Share SHARE = nodes("t");
  private final Claim claim = claim("a", 1, "type: nodes, count: 2");

  @Test
  void whatIsGivenIsTakenAndOpenAtOnceAndNobodysForCertain() {
    var book = book(SMALL);

    var grant = book.give(claim, two());

    assertThat(grant).isInstanceOf(Grant.Granted.class);
    assertThat(book.open()).containsExactly(open(claim, "10.40.0.1-10.40.0.2"));
    assertThat(book.serves("u-a")).isTrue();
    assertThat(book.holds("u-a")).isFalse();
    assertThat(book.empty()).isFalse();
    assertThat(book.total(SHARE)).isEqualTo(2);
    assertThat(book.certainAt(VERSION, SHARE)).contains(BigInteger.ZERO);
    assertThat(book.next().open()).hasSize(1);
    assertThat(book.stored().ledger().open()).as("not stored yet").isEmpty();
    assertThat(start(book.give(claim("b", 2, "type: nodes"), two()))).isEqualTo("10.40.0.3");
  }

  @Test
  void boundIsHeldForCertainAndCountedOnce() {
    var book = book(SMALL);
    book.give(claim, two());

    book.bound(open(claim, "10.40.0.1-10.40.0.2"));
    book.bound(open(claim, "10.40.0.1-10.40.0.2"));

    assertThat(book.open()).isEmpty();
    assertThat(book.holds("u-a")).isTrue();
    assertThat(book.total(SHARE)).isEqualTo(2);
    assertThat(book.certainAt(VERSION, SHARE)).contains(BigInteger.TWO);
    assertThat(book.next().open()).as("the receipt says it").isEmpty();
  }

  @Test
  void nothingIsCertainAtAnotherVersionOfTheLedger() {
    assertThat(book(SMALL).certainAt("8", SHARE)).isEmpty();
  }

  @Test
  void revokedIsFreeForTheNextAndDoesNotRest() {
    var book = book(SMALL);
    book.give(claim, two());

    book.revoked(open(claim, "10.40.0.1-10.40.0.2"), NOW);

    assertThat(book.empty()).isTrue();
    assertThat(book.total(SHARE)).isZero();
    assertThat(book.resting()).isEmpty();
    assertThat(book.give(claim("b", 2, "type: nodes"), pin("10.40.0.1-10.40.0.2")))
        .isInstanceOf(Grant.Granted.class);
  }

  @Test
  void whatLeavesIsTakenUntilItHasRested() {
    var held = holding("a", "10.40.0.1", "10.40.0.2");
    var book = book(SMALL, held);
    var until = NOW.plus(Duration.ofMinutes(10));

    book.rest(Held.of(held), until);
    book.rest(Held.of(held), until.plusSeconds(99));
    assertThat(book.resting()).containsExactly(new Resting(range("10.40.0.1-10.40.0.2"), until));
    assertThat(book.holds("u-a")).as("until its receipt says otherwise").isTrue();
    book.left("u-a", NOW);

    assertThat(book.holds("u-a")).isFalse();
    assertThat(book.total(SHARE)).isZero();
    assertThat(book.certainAt(VERSION, SHARE)).contains(BigInteger.ZERO);
    assertThat(book.nextRestEnd()).contains(until);
    assertThat(book.give(claim, pin("10.40.0.1"))).isInstanceOf(Grant.Conflict.class);
    assertThat(book.expire(until.minusSeconds(1))).isFalse();
    assertThat(book.expire(until)).isTrue();
    assertThat(book.resting()).isEmpty();
    assertThat(book.give(claim, pin("10.40.0.1"))).isInstanceOf(Grant.Granted.class);
  }

  @Test
  void restThatIsOverIsRememberedWhileItsHolderHasNotLeft() {
    var held = holding("a", "10.40.0.1", "10.40.0.2");
    var rest = new Resting(range("10.40.0.1-10.40.0.2"), NOW);
    var book = book(SMALL, Ledger.blank(POOL).with(List.of(), List.of(rest)), held);

    book.expire(NOW.plusSeconds(60));
    assertThat(book.resting()).containsExactly(rest);
    assertThat(book.give(claim, pin("10.40.0.1"))).isInstanceOf(Grant.Conflict.class);

    book.left("u-a", NOW.plusSeconds(60));
    book.expire(NOW.plusSeconds(60));
    assertThat(book.resting()).isEmpty();
  }

  @Test
  void leavingWithoutARestFreesAtOnceAndTwiceIsOnce() {
    var book = book(SMALL, holding("a", "10.40.0.1", "10.40.0.6"));

    book.left("u-a", NOW);
    book.left("u-a", NOW);

    assertThat(book.empty()).isTrue();
    assertThat(book.total(SHARE)).isZero();
    assertThat(book.give(claim, two())).isInstanceOf(Grant.Granted.class);
  }

  @Test
  void bookIsBuiltFromReceiptsOpenBindingsAndRests() {
    var waiting = claim("w", 3, "type: nodes, count: 1");
    var ledger =
        Ledger.blank(POOL)
            .with(
                List.of(open(waiting, "10.40.0.3")),
                List.of(new Resting(range("10.40.0.4"), NOW.plusSeconds(60))));
    var book = book(SMALL, ledger, holding("a", "10.40.0.1", "10.40.0.2"), waiting);

    assertThat(book.held()).extracting(one -> one.holder().uid()).containsExactly("u-a");
    assertThat(book.open()).containsExactly(open(waiting, "10.40.0.3"));
    assertThat(book.total(SHARE)).isEqualTo(3);
    assertThat(book.certainAt(VERSION, SHARE)).contains(BigInteger.TWO);
    assertThat(start(book.give(claim("b", 4, "type: nodes"), two()))).isEqualTo("10.40.0.5");
    assertThat(book.give(claim("c", 5, "type: nodes"), two()))
        .isInstanceOf(Grant.NoContiguousBlock.class);
  }

  @Test
  void openBindingWhoseReceiptIsStoredIsHeldAndNotOpen() {
    var held = holding("a", "10.40.0.1", "10.40.0.2");
    var ledger = Ledger.blank(POOL).with(List.of(open(held, "10.40.0.1-10.40.0.2")), List.of());

    var book = book(SMALL, ledger, held);

    assertThat(book.open()).isEmpty();
    assertThat(book.total(SHARE)).isEqualTo(2);
    assertThat(book.next()).as("it leaves the ledger with the next swap").isNotEqualTo(ledger);
  }

  @Test
  void addressWithTwoHoldersIsNobodyElsesAndReadAnewWhenOneLeaves() {
    var book =
        book(SMALL, holding("a", "10.40.0.1", "10.40.0.2"), holding("b", "10.40.0.2", "10.40.0.3"));

    assertThat(book.findings()).isNotEmpty();
    assertThat(book.give(claim("c", 1, "type: nodes"), pin("10.40.0.2")))
        .isInstanceOf(Grant.Conflict.class);
    assertThat(book.cleared()).isFalse();
    book.left("u-a", NOW);
    assertThat(book.cleared()).isTrue();
  }

  @Test
  void everyChangeOfWhoHasWhatCounts() {
    var book = book(SMALL);
    var before = book.changes();

    book.give(claim, new Wish.Anywhere(BigInteger.TEN));
    assertThat(book.changes()).as("nothing was given").isEqualTo(before);
    book.give(claim, two());
    book.bound(open(claim, "10.40.0.1-10.40.0.2"));
    book.left("u-a", NOW);
    assertThat(book.changes()).isEqualTo(before + 3);
  }

  private static Wish two() {
    return new Wish.Anywhere(BigInteger.TWO);
  }

  private static Wish pin(String range) {
    return new Wish.Pinned(range(range));
  }

  private static String start(Grant<Holder> grant) {
    return Optional.of(grant)
        .filter(Grant.Granted.class::isInstance)
        .map(one -> ((Grant.Granted<Holder>) one).range().start().toString())
        .orElse(grant.sentence());
  }
}
