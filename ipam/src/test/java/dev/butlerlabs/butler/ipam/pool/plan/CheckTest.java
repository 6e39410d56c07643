package dev.butlerlabs.butler.ipam.pool.plan;

import static dev.butlerlabs.butler.ipam.ledger.Sample.book;
import static dev.butlerlabs.butler.ipam.ledger.Sample.claim;
import static dev.butlerlabs.butler.ipam.ledger.Sample.holding;
import static dev.butlerlabs.butler.ipam.ledger.Sample.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Open;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.ipam.ledger.Wish;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckTest {

  private static final String POOL = "{cidr: 10.40.0.0/24}";
  private static final Share SHARE = nodes("t");
  private static final Abroad NOTHING = new Abroad(Map.of(), Map.of(), Map.of());

  /** Two addresses are held here; a wants 2 and b wants 3, in this order. */
  private final Book book = book(POOL, holding("old", "10.40.0.1", "10.40.0.2"));

  private void open() {
    give(claim("a", 1, "type: nodes"), 2);
    give(claim("b", 2, "type: nodes"), 3);
  }

  @Test
  void withoutALimitAllIsWithin() {
    open();

    assertThat(names(Check.unlimited(book.open()).within())).containsExactly("a", "b");
    assertThat(names(Check.of(book, Map.of(), NOTHING).within())).containsExactly("a", "b");
  }

  @Test
  void whatFitsUnderTheLimitIsWithinUpToTheLastAddress() {
    open();

    var check = Check.of(book, limit(7), NOTHING);

    assertThat(names(check.within())).containsExactly("a", "b");
    assertThat(check.over()).isEmpty();
  }

  @Test
  void olderDecisionIsWithinAndTheYoungerOverTheLimit() {
    open();

    var check = Check.of(book, limit(6), NOTHING);

    assertThat(names(check.within())).containsExactly("a");
    assertThat(names(check.over().keySet())).containsExactly("b");
    assertThat(check.over().values()).containsExactly(BigInteger.valueOf(6));
  }

  @Test
  void tooLargeOneDoesNotKeepASmallerOneOut() {
    give(claim("a", 1, "type: nodes"), 9);
    give(claim("b", 2, "type: nodes"), 2);

    var check = Check.of(book, limit(4), NOTHING);

    assertThat(names(check.over().keySet())).containsExactly("a");
    assertThat(names(check.within())).containsExactly("b");
  }

  @Test
  void whatIsHeldElsewhereCounts() {
    open();

    var check = Check.of(book, limit(7), new Abroad(sum(3), Map.of(), Map.of()));

    assertThat(names(check.within())).containsExactly("a");
    assertThat(names(check.over().keySet())).containsExactly("b");
  }

  @Test
  void whatIsOnlyOpenElsewherePutsOffAndRefusesNobody() {
    open();

    var check = Check.of(book, limit(7), new Abroad(Map.of(), sum(1), Map.of()));

    assertThat(names(check.within())).containsExactly("a");
    assertThat(names(check.contended())).containsExactly("b");
    assertThat(check.over()).isEmpty();
  }

  @Test
  void whatNobodyCanTellIsNeverWithin() {
    open();

    var check = Check.of(book, limit(6), new Abroad(Map.of(), Map.of(), Map.of(SHARE, "unread")));

    assertThat(check.within()).isEmpty();
    assertThat(check.contended()).isEmpty();
    assertThat(names(check.unclear().keySet())).containsExactly("a", "b");
    assertThat(check.unclear().values()).containsOnly("unread");
  }

  @Test
  void whatIsCertainlyTooMuchIsOverWhateverIsUnclear() {
    give(claim("a", 1, "type: nodes"), 9);

    var check = Check.of(book, limit(6), new Abroad(Map.of(), Map.of(), Map.of(SHARE, "unread")));

    assertThat(names(check.over().keySet())).containsExactly("a");
  }

  @Test
  void anotherTenantsDoubtsAndHoldingsAreItsOwn() {
    open();
    var other = nodes("u");

    var check =
        Check.of(
            book,
            limit(7),
            new Abroad(Map.of(other, BigInteger.TEN), Map.of(), Map.of(other, "unread")));

    assertThat(names(check.within())).containsExactly("a", "b");
  }

  private void give(Claim claim, int size) {
    book.give(claim, new Wish.Anywhere(BigInteger.valueOf(size)));
  }

  private static Map<Share, BigInteger> limit(int most) {
    return sum(most);
  }

  private static Map<Share, BigInteger> sum(int size) {
    return Map.of(SHARE, BigInteger.valueOf(size));
  }

  private static List<String> names(Collection<Open> entries) {
    return entries.stream().map(entry -> entry.holder().claim().name()).toList();
  }
}
