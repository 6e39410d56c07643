package dev.butlerlabs.butler.providers.machines.order.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.providers.machines.order.plan.Observation.Told;
import dev.butlerlabs.butler.providers.machines.order.plan.Plan.Note;
import dev.butlerlabs.butler.providers.machines.order.plan.Plan.Occasion;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlannerTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration DEADLINE = Duration.ofMinutes(20);
  private static final Told<String> NOTHING =
      new Told<>(Optional.empty(), null, null, Conditions.none());

  private static final Obstacle SILENCE =
      Obstacle.of(new Fault.Unavailable("list", "no answer"), text -> text);
  private static final Obstacle REFUSAL =
      Obstacle.of(new Fault.Invalid("make", "spec.port", "taken"), text -> text);

  @Test
  void whatIsThereIsReadyAndToldOnce() {
    var first = exist(NOTHING, new Look.There<>("lb-1"), 0);
    var again = exist(after(NOTHING, first), new Look.There<>("lb-1"), 1);

    assertThat(first.stage()).isEqualTo(Stage.READY);
    assertThat(first.notes()).extracting(Note::occasion).containsExactly(Occasion.READY);
    assertThat(again.notes()).isEmpty();
  }

  @Test
  void oneThatVanishedFailsUnlessAnotherIsAsGood() {
    var ready = after(NOTHING, exist(NOTHING, new Look.There<>("lb-1"), 0));

    var lost = exist(ready, new Look.Absent<>(), 1);
    var replaced = plan(ready, new Look.Absent<>(), Wish.EXIST, true, 1);

    assertThat(lost.failure()).extracting(Failure::reason).isEqualTo("Lost");
    assertThat(lost.facts()).isEqualTo("lb-1");
    assertThat(replaced.failure()).isNull();
    assertThat(replaced.stage()).isEqualTo(Stage.PENDING);
    assertThat(replaced.notes()).extracting(Note::occasion).containsExactly(Occasion.LOST);
  }

  @Test
  void silenceIsNoFailureUntilTheDeadlineAndARefusalIsOneAtOnce() {
    var silent = exist(NOTHING, new Look.Unclear<>(SILENCE), 0);
    var refused = exist(NOTHING, new Look.Unclear<>(REFUSAL), 0);
    var tooLong = exist(after(NOTHING, silent), new Look.Unclear<>(SILENCE), 20);

    assertThat(silent.failure()).isNull();
    assertThat(silent.degraded().status()).isEqualTo(Truth.TRUE);
    assertThat(refused.failure()).extracting(Failure::reason).isEqualTo("InvalidConfiguration");
    assertThat(refused.progressing().status()).isEqualTo(Truth.FALSE);
    assertThat(tooLong.stage()).isEqualTo(Stage.FAILED);
    assertThat(tooLong.progressing().status()).isEqualTo(Truth.TRUE);
  }

  @Test
  void silenceDoesNotHealARefusal() {
    var refused = after(NOTHING, exist(NOTHING, new Look.Unclear<>(REFUSAL), 0));

    var silent = exist(refused, new Look.Unclear<>(SILENCE), 1);

    assertThat(silent.failure()).extracting(Failure::reason).isEqualTo("InvalidConfiguration");
  }

  @Test
  void whatServedIsNotFailedBecauseNobodyCanLook() {
    var ready = after(NOTHING, exist(NOTHING, new Look.There<>("lb-1"), 0));

    var blind = exist(ready, new Look.Unclear<>(REFUSAL), 1);
    var longBlind = exist(after(ready, blind), new Look.Unclear<>(REFUSAL), 30);

    assertThat(blind.stage()).isEqualTo(Stage.READY);
    assertThat(blind.ready().status()).isEqualTo(Truth.TRUE);
    assertThat(blind.degraded().status()).isEqualTo(Truth.TRUE);
    assertThat(longBlind.ready().status()).isEqualTo(Truth.UNKNOWN);
    assertThat(longBlind.failure()).isNull();
  }

  @Test
  void whatCannotBeSeenIsNeverTakenForGone() {
    var ready = after(NOTHING, exist(NOTHING, new Look.There<>("lb-1"), 0));

    assertThat(plan(ready, new Look.Unclear<>(SILENCE), Wish.GO, false, 1).finished()).isFalse();
    assertThat(plan(ready, new Look.Absent<>(), Wish.GO, false, 1).finished()).isTrue();
    // Once is no reason to leave anything behind.
    var once = plan(ready, new Look.Unclear<>(SILENCE), Wish.GO_OR_BE_ABANDONED, false, 1);
    assertThat(once.finished()).isFalse();
    var abandoned = abandoned(ready, SILENCE, 2);
    assertThat(abandoned.finished()).isTrue();
    assertThat(abandoned.notes()).extracting(Note::occasion).contains(Occasion.ABANDONED);
    // It is tried again in between, so there are never three in a row.
    var failed = Obstacle.of(new Fault.Failed("remove", "task failed"), text -> text);
    assertThat(abandoned(ready, failed, 0).finished()).isTrue();
    // One that can be removed is removed.
    var going = plan(ready, new Look.There<>("lb-1"), Wish.GO_OR_BE_ABANDONED, false, 1);
    assertThat(going.finished()).isFalse();
  }

  @Test
  void aRemovalThatEndsNothingIsToldAfterAWhileAndLeftBehindByWhoSaysSo() {
    var making = after(NOTHING, exist(NOTHING, new Look.Underway<>("Making", "making"), 0));
    var work = new Look.Underway<String>("Deleting", "the platform removes it");
    var begun = plan(making, new Look.Waiting<>(), Wish.GO_OR_BE_ABANDONED, false, 60);
    var told = after(making, begun);
    var leaving = after(told, plan(told, work, Wish.GO, false, 0));

    // The making that came before does not count.
    assertThat(begun.progressing().status()).isEqualTo(Truth.FALSE);
    assertThat(plan(making, work, Wish.GO_OR_BE_ABANDONED, false, 60).finished()).isFalse();
    assertThat(plan(leaving, work, Wish.GO_OR_BE_ABANDONED, false, 19).finished()).isFalse();

    var late = plan(leaving, work, Wish.GO, false, 20);
    assertThat(late.finished()).isFalse();
    assertThat(late.degraded().status()).isEqualTo(Truth.TRUE);
    assertThat(late.notes())
        .singleElement()
        .matches(note -> note.occasion() == Occasion.DELETE_BLOCKED)
        .extracting(Note::text)
        .asString()
        .contains("not gone after 20 minutes", "the platform removes it", "abandon-machine=true");
    var abandoned = plan(leaving, work, Wish.GO_OR_BE_ABANDONED, false, 20);
    assertThat(abandoned.finished()).isTrue();
    assertThat(abandoned.notes()).extracting(Note::occasion).contains(Occasion.ABANDONED);
  }

  private static Plan<String> exist(Told<String> told, Look<String> look, int minutes) {
    return plan(told, look, Wish.EXIST, false, minutes);
  }

  /** Hindered, and hindered before in so many looks. */
  private static Plan<String> abandoned(Told<String> told, Obstacle obstacle, int strikes) {
    var manners =
        new Manners(
            "thing", "ThingRequest", "Ready", "Lost", false, DEADLINE, Duration.ofMinutes(1));
    return Planner.plan(
        new Observation<>(
            manners,
            "x",
            told,
            false,
            Wish.GO_OR_BE_ABANDONED,
            new Look.Unclear<>(obstacle),
            strikes,
            START.plus(Duration.ofMinutes(1))));
  }

  private static Plan<String> plan(
      Told<String> told, Look<String> look, Wish wish, boolean replaced, int minutes) {
    var manners =
        new Manners(
            "thing", "ThingRequest", "Ready", "Lost", replaced, DEADLINE, Duration.ofMinutes(1));
    var now = START.plus(Duration.ofMinutes(minutes));
    return Planner.plan(new Observation<>(manners, "x", told, false, wish, look, 0, now));
  }

  /** What a status says once the plan was told, one moment after the start. */
  private static Told<String> after(Told<String> before, Plan<String> plan) {
    return new Told<>(
        Optional.of(plan.stage()),
        plan.facts(),
        plan.failure(),
        before.conditions().with(plan.verdicts(), 1, START));
  }
}
