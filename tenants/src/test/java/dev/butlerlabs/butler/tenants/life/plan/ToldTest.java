package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Duration;
import java.time.Instant;
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

    assertThat(told.untilNext(next, 1, SOON)).isEqualTo(Told.PAUSE.minusSeconds(1));
    assertThat(told.untilNext(next, 1, THEN.plus(Told.PAUSE))).isEqualTo(Duration.ZERO);
    assertThat(told.untilNext(next, 1, THEN.plus(Told.PAUSE).plusSeconds(60)))
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void whatOthersActOnIsToldAtOnce() {
    assertThat(told.untilNext(report(Phase.READY, Truth.FALSE, "pod starts"), 1, SOON))
        .isEqualTo(Duration.ZERO);
    assertThat(told.untilNext(report(Phase.PROVISIONING, Truth.TRUE, "pod starts"), 1, SOON))
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void thatNobodyCanTellWaitsWhereItWasNotSoBefore() {
    var unknown = report(Phase.PROVISIONING, Truth.UNKNOWN, "pod starts");
    assertThat(told.untilNext(unknown, 1, SOON)).isEqualTo(Told.PAUSE.minusSeconds(1));

    var ready = new Told(report(Phase.READY, Truth.TRUE, ""), 1, THEN);
    assertThat(ready.untilNext(report(Phase.READY, Truth.UNKNOWN, ""), 1, SOON))
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void thatAnOrderWasReadIsToldAtOnce() {
    assertThat(told.untilNext(told.report(), 2, SOON)).isEqualTo(Duration.ZERO);
  }

  @Test
  void anEndpointIsToldAtOnce() {
    var verdicts = told.report().verdicts();
    var next = new LifeReport(verdicts, Map.of("controlPlaneEndpoint", "10.0.0.1:6443"));

    assertThat(told.untilNext(next, 1, SOON)).isEqualTo(Duration.ZERO);
  }

  private static LifeReport report(Phase phase, Truth ready, String words) {
    var cause = StatusCause.of(new Cause("Waiting", words, "", ""), THEN);
    return new LifeReport(
        List.of(new Verdict(LifeReport.READY, ready, "Waiting", words)),
        Map.of("phase", phase, "cause", cause, "workerNodesReady", words.length()));
  }
}
