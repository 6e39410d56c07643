package dev.butlerlabs.butler.ipam.pool.plan;

import static dev.butlerlabs.butler.ipam.ledger.Sample.NOW;
import static dev.butlerlabs.butler.ipam.ledger.Sample.claim;
import static dev.butlerlabs.butler.ipam.ledger.Sample.holding;
import static dev.butlerlabs.butler.ipam.ledger.Sample.nodes;
import static dev.butlerlabs.butler.ipam.ledger.Sample.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.ipam.claim.plan.Receipt;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Held;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PoolPlannerTest {

  /** Six addresses: .1 to .6. */
  private static final String SMALL = "{cidr: 10.40.0.0/29}";

  private static Claim wants(String name, int second, int count) {
    return claim(name, second, "type: nodes, count: " + count);
  }

  @Test
  void oldestIsServedFirstAndOfTwoAsOldTheFirstByName() {
    var scene = Scene.of(SMALL);

    var agenda =
        scene.plan(10, wants("c", 2, 3), wants("d", 3, 1), wants("b", 1, 2), wants("a", 2, 1));

    assertThat(names(agenda.bind())).containsExactly("b", "a", "c");
    assertThat(agenda.refuse()).extracting(one -> one.claim().key().name()).containsExactly("d");
  }

  @Test
  void claimThatDoesNotFitKeepsNobodyWaiting() {
    var agenda = Scene.of(SMALL).plan(10, wants("big", 1, 99), wants("small", 2, 1));

    assertThat(names(agenda.bind())).containsExactly("small");
    assertThat(agenda.refuse())
        .extracting(one -> one.refusal().why().wire())
        .containsExactly("PoolExhausted");
  }

  @Test
  void batchBindsNoMoreThanItsLimitAndTheNextOneGoesOn() {
    var scene = Scene.of(SMALL);
    var all = new Claim[] {wants("a", 1, 1), wants("b", 2, 1), wants("c", 3, 1)};

    assertThat(names(scene.plan(2, all).bind())).containsExactly("a", "b");
    assertThat(names(scene.plan(2, all).bind())).containsExactly("c");
    assertThat(scene.plan(2, all).empty()).isTrue();
  }

  @Test
  void batchTellsNoMoreThanItsLimitOfRefusalsAndServesThoseBehindThem() {
    var scene = Scene.of(SMALL);

    var agenda =
        scene.plan(2, wants("a", 1, 99), wants("b", 2, 99), wants("c", 3, 99), wants("d", 4, 1));

    assertThat(agenda.refuse()).hasSize(2);
    assertThat(names(agenda.bind())).containsExactly("d");
  }

  @Test
  void refusalThatWasToldIsNotToldAgain() {
    var scene = Scene.of(SMALL);
    var big = wants("big", 1, 99);
    var refused = scene.plan(10, big).refuse().getFirst();

    var told = with(big, Receipt.failed(big, refused.refusal(), NOW));

    assertThat(scene.plan(10, told).empty()).isTrue();
  }

  @Test
  void eachClaimIsInTheListOfItsNextStep() {
    var leaving = claim("leaving", 1, "type: nodes, release: true", "{phase: Allocated}");
    var letGo =
        claim(
            "let-go",
            1,
            "type: nodes, release: true",
            "{phase: Releasing, conditions: [{type: Withdrawn, status: 'True', reason: Told,"
                + " message: told, lastTransitionTime: '2029-01-01T00:00:00Z'}]}");
    var closed = claim("closed", 1, "type: nodes, release: true");
    var old =
        claim(
            "old",
            1,
            "type: nodes, release: true",
            "{phase: Released, releasedAt: '2029-11-01T00:00:00Z'}");

    var agenda = Scene.of(SMALL).plan(10, leaving, letGo, closed, old);

    assertThat(names(agenda.beginLeaving())).containsExactly("leaving");
    assertThat(names(agenda.leave())).containsExactly("let-go");
    assertThat(names(agenda.close())).containsExactly("closed");
    assertThat(names(agenda.forget())).containsExactly("old");
    assertThat(agenda.bind()).isEmpty();
  }

  @Test
  void poolIsBusyUntilAllWhoWaitWereTriedAndAgainWhenSomethingChangesForThem() {
    var scene = Scene.of(SMALL, holding("old", "10.40.0.1", "10.40.0.4"));
    var sight = scene.sight(wants("a", 1, 3));

    assertThat(PoolPlanner.busy(scene.book(), sight, Tried.nothing())).isTrue();
    PoolPlanner.plan(scene.book(), sight, 10);
    var tried = Tried.of(scene.book(), sight);
    assertThat(PoolPlanner.busy(scene.book(), sight, tried)).as("tried in vain").isFalse();

    assertThat(PoolPlanner.busy(scene.book(), scene.sight(wants("b", 2, 1)), tried))
        .as("another claim")
        .isTrue();
    var limited =
        scene.sight(
            false,
            Map.of(nodes("t"), new Allowance(BigInteger.TEN, BigInteger.ZERO, Optional.empty())),
            wants("a", 1, 3));
    assertThat(PoolPlanner.busy(scene.book(), limited, tried)).as("another quota").isTrue();
    assertThat(PoolPlanner.busy(scene.book(), scene.sight(true, Map.of(), wants("a", 1, 3)), tried))
        .as("the pool goes")
        .isTrue();
    scene.book().left("u-old", NOW);
    assertThat(PoolPlanner.busy(scene.book(), sight, tried)).as("something is free").isTrue();
  }

  @Test
  void poolWithNothingButHoldersIsIdle() {
    var held = holding("old", "10.40.0.1", "10.40.0.2");
    var scene = Scene.of(SMALL, held);

    assertThat(PoolPlanner.busy(scene.book(), scene.sight(held), Tried.nothing())).isFalse();
  }

  @Test
  void nextDueIsTheEndOfTheNextRestOrRecord() {
    var held = holding("held", "10.40.0.1", "10.40.0.2");
    var scene = Scene.of(SMALL, held);
    assertThat(PoolPlanner.nextDue(scene.book(), scene.sight(held))).isEmpty();

    var left =
        claim("left", 1, "type: nodes", "{phase: Released, releasedAt: '2030-01-01T00:00:00Z'}");
    assertThat(PoolPlanner.nextDue(scene.book(), scene.sight(left)))
        .contains(NOW.plus(Duration.ofDays(30)));
    scene.book().rest(Held.of(held), NOW.plusSeconds(600));
    assertThat(PoolPlanner.nextDue(scene.book(), scene.sight(left))).contains(NOW.plusSeconds(600));
  }

  private static List<String> names(Collection<Claim> claims) {
    return claims.stream().map(claim -> claim.key().name()).toList();
  }
}
