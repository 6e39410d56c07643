package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.tenants.life.plan.Told.Crowd;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToldTest {

  private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant SOON = THEN.plusSeconds(1);

  private final Told told =
      new Told(report(Phase.PROVISIONING, Truth.FALSE, "pod starts"), 1, THEN);

  @Test
  void wordsWaitForTheRestOfThePause() {
    var next = report(Phase.PROVISIONING, Truth.FALSE, "API server starts");

    assertThat(untilNext(told, next, 1, SOON, Crowd.NONE)).isEqualTo(Told.PAUSE.minusSeconds(1));
    assertThat(untilNext(told, next, 1, THEN.plus(Told.PAUSE), Crowd.NONE))
        .isEqualTo(Duration.ZERO);
    assertThat(untilNext(told, next, 1, THEN.plus(Told.PAUSE).plusSeconds(60), Crowd.NONE))
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void wordsWaitNoLongerThanThePauseWhenTheClockIsSetBack() {
    var next = report(Phase.PROVISIONING, Truth.FALSE, "API server starts");

    assertThat(untilNext(told, next, 1, THEN.minus(Duration.ofHours(2)), Crowd.NONE))
        .isEqualTo(Told.PAUSE);
  }

  @Test
  void whatOthersActOnIsToldAtOnce() {
    assertThat(untilNext(told, report(Phase.READY, Truth.FALSE, "pod starts"), 1, SOON, Crowd.NONE))
        .isEqualTo(Duration.ZERO);
    assertThat(
            untilNext(
                told, report(Phase.PROVISIONING, Truth.TRUE, "pod starts"), 1, SOON, Crowd.NONE))
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void thatNobodyCanTellWaitsWhereItWasNotSoBefore() {
    var unknown = report(Phase.PROVISIONING, Truth.UNKNOWN, "pod starts");
    assertThat(untilNext(told, unknown, 1, SOON, Crowd.NONE)).isEqualTo(Told.PAUSE.minusSeconds(1));

    var ready = new Told(report(Phase.READY, Truth.TRUE, ""), 1, THEN);
    assertThat(untilNext(ready, report(Phase.READY, Truth.UNKNOWN, ""), 1, SOON, Crowd.NONE))
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void thatAnOrderWasReadIsToldAtOnce() {
    assertThat(untilNext(told, told.report(), 2, SOON, Crowd.NONE)).isEqualTo(Duration.ZERO);
  }

  @Test
  void anEndpointIsToldAtOnce() {
    var verdicts = told.report().verdicts();
    var next = new LifeReport(verdicts, Map.of("controlPlaneEndpoint", "10.0.0.1:6443"));

    assertThat(untilNext(told, next, 1, SOON, Crowd.NONE)).isEqualTo(Duration.ZERO);
  }

  @Test
  void besideOthersATurnIsToldAtOnceAndDeedsStandBack() {
    var crowd = new Crowd(Duration.ofMillis(700), Duration.ofSeconds(5));
    var turn = report(Phase.READY, Truth.TRUE, "");
    var deed =
        new LifeReport(
            told.report().verdicts(),
            Map.of("phase", Phase.PROVISIONING, "controlPlaneEndpoint", "10.0.0.1:6443"));
    var words = report(Phase.PROVISIONING, Truth.FALSE, "pod is up.");

    assertThat(untilNext(told, turn, 1, SOON, crowd)).isZero();
    assertThat(untilNext(told, deed, 2, SOON, crowd)).isZero();
    assertThat(untilNext(told, deed, 1, SOON, crowd)).isEqualTo(crowd.deeds());
    assertThat(untilNext(told, words, 1, SOON, crowd)).isEqualTo(crowd.words());
    assertThat(untilNext(told, words, 1, THEN.plus(Told.PAUSE), crowd)).isEqualTo(crowd.words());
  }

  @Test
  void besideOthersWorkersAreCountedMoreOftenThanWordsAreTold() {
    var crowd = new Crowd(Duration.ofSeconds(5), Duration.ofSeconds(15));
    var fields = new HashMap<>(told.report().fields());
    fields.put("workerNodesReady", 3);
    var counted = new LifeReport(told.report().verdicts(), fields);

    assertThat(untilNext(told, counted, 1, SOON, crowd)).isEqualTo(crowd.deeds());
    assertThat(untilNext(told, counted, 1, SOON, Crowd.NONE)).isEqualTo(Told.PAUSE.minusSeconds(1));
  }

  @Test
  void thatItIsDegradedIsToldAtOnce() {
    var crowd = new Crowd(Duration.ofMillis(700), Duration.ofSeconds(5));
    var verdicts = new ArrayList<>(told.report().verdicts());
    verdicts.add(Verdict.yes(LifeReport.DEGRADED, "MachineLost", "a machine is gone"));

    assertThat(untilNext(told, new LifeReport(verdicts, told.report().fields()), 1, SOON, crowd))
        .isZero();
  }

  @Test
  void withTroubleItStandsBackForNobodySinceItsNextLookMayBeFar() {
    var crowd = new Crowd(Duration.ofMillis(700), Duration.ofSeconds(5));
    var words = report(Phase.PROVISIONING, Truth.FALSE, "may not be written");
    var deed =
        new LifeReport(
            told.report().verdicts(),
            Map.of("phase", Phase.PROVISIONING, "controlPlaneEndpoint", "10.0.0.1:6443"));

    assertThat(told.untilNext(deed, 1, SOON, crowd, true)).isZero();
    assertThat(told.untilNext(words, 1, SOON, crowd, true)).isEqualTo(Told.PAUSE.minusSeconds(1));
    assertThat(told.untilNext(words, 1, THEN.plus(Told.PAUSE), crowd, true)).isZero();
  }

  private static Duration untilNext(
      Told told, LifeReport next, long wanted, Instant now, Crowd crowd) {
    return told.untilNext(next, wanted, now, crowd, false);
  }

  private static LifeReport report(Phase phase, Truth ready, String words) {
    var cause = StatusCause.of(new Cause("Waiting", words, "", ""), THEN);
    return new LifeReport(
        List.of(new Verdict(LifeReport.READY, ready, "Waiting", words)),
        Map.of("phase", phase, "cause", cause, "workerNodesReady", words.length()));
  }
}
