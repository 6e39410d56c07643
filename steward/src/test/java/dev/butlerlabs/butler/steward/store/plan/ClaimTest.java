package dev.butlerlabs.butler.steward.store.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.DataStoreStatus.Reservation;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimTest {

  private static final String ONE = "11111111-1111-4111-8111-111111111111";
  private static final String TWO = "22222222-2222-4222-8222-222222222222";
  private static final ObjectKey FIRST = new ObjectKey("a-b", "c");
  private static final ObjectKey SECOND = new ObjectKey("a", "b-c");

  @Test
  void freeNamesAreGivenOut() {
    var corner = Corner.derived(FIRST, ONE);

    assertThat(Claim.of(corner, List.of()))
        .isEqualTo(
            new Claim.Free(List.of(new Reservation(ONE, "a-b/c", corner.schema(), corner.user()))));
  }

  @Test
  void repeatedClaimFindsItself() {
    var corner = Corner.derived(FIRST, ONE);

    assertThat(Claim.of(corner, reserve(corner))).isEqualTo(new Claim.Held());
  }

  @Test
  void secondClaimOnASchemaHearsWhoHasIt() {
    var first = new Corner(FIRST, ONE, "a_b_c", "first");
    var second = new Corner(SECOND, TWO, "a_b_c", "second");

    assertThat(sentence(Claim.of(second, reserve(first))))
        .contains("'a_b_c' belongs to a-b/c", "choose another name");
  }

  @Test
  void secondClaimOnAUserHearsWhoHasIt() {
    var first = new Corner(FIRST, ONE, "one", "shared");
    var second = new Corner(SECOND, TWO, "two", "SHARED");

    assertThat(sentence(Claim.of(second, reserve(first))))
        .contains("dataStoreUsername 'SHARED' belongs to a-b/c");
  }

  @Test
  void namesakeThatCameLaterIsSomebodyElse() {
    var before = new Corner(FIRST, ONE, "kept", "kept");
    var after = new Corner(FIRST, TWO, "kept", "kept");

    assertThat(Claim.of(after, reserve(before))).isInstanceOf(Claim.Refused.class);
  }

  @Test
  void namesOfStoredDataDoNotChange() {
    var before = new Corner(FIRST, ONE, "old", "old");
    var after = new Corner(FIRST, ONE, "new", "old");

    assertThat(sentence(Claim.of(after, reserve(before)))).contains("names of stored data");
  }

  @Test
  void namesThatMayNotBeAreRefusedThoughFree() {
    assertThat(Claim.of(new Corner(FIRST, ONE, "a/b", "x"), List.of()))
        .isInstanceOf(Claim.Refused.class);
  }

  @Test
  void releasedNamesAreFreeAgain() {
    var first = new Corner(FIRST, ONE, "name", "name");
    var left = Claim.without(ONE, reserve(first));

    assertThat(left).isEmpty();
    assertThat(Claim.of(new Corner(SECOND, TWO, "name", "name"), left))
        .isInstanceOf(Claim.Free.class);
  }

  private static List<Reservation> reserve(Corner corner) {
    return switch (Claim.of(corner, List.of())) {
      case Claim.Free(var with) -> with;
      default -> throw new AssertionError("not free");
    };
  }

  private static String sentence(Claim claim) {
    return switch (claim) {
      case Claim.Refused(var problem) -> problem.sentence();
      default -> throw new AssertionError("not refused: " + claim);
    };
  }
}
