package dev.butlerlabs.butler.addons.helm.plan;

import static dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus.DEPLOYED;
import static dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus.FAILED;
import static dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus.PENDING_INSTALL;
import static dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus.PENDING_ROLLBACK;
import static dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus.PENDING_UPGRADE;
import static dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus.SUPERSEDED;
import static dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus.UNINSTALLED;
import static dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus.UNINSTALLING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Recovery.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecoveryTest {

  private static final Instant WRITTEN = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final Instant LATER = WRITTEN.plus(PATIENCE);

  @Test
  void whatIsNotThereIsInstalled() {
    assertThat(next(LATER)).isEqualTo(new Step.Install());
  }

  @Test
  void whatIsThereIsUpgraded() {
    assertThat(next(LATER, DEPLOYED)).isEqualTo(new Step.Upgrade());
    assertThat(next(LATER, SUPERSEDED, FAILED)).isEqualTo(new Step.Upgrade());
    assertThat(next(LATER, FAILED)).isEqualTo(new Step.Upgrade());
  }

  @Test
  void aYoungLockIsWaitedFor() {
    var early = LATER.minusMillis(1);

    assertThat(next(early, PENDING_INSTALL)).isEqualTo(new Step.Wait(LATER));
    assertThat(next(early, DEPLOYED, PENDING_UPGRADE)).isEqualTo(new Step.Wait(LATER));
    assertThat(next(early, UNINSTALLING)).isEqualTo(new Step.Wait(LATER));
  }

  @Test
  void anOldLockIsTakenAwayByGoingBackToWhatServedLast() {
    assertThat(next(LATER, SUPERSEDED, DEPLOYED, PENDING_UPGRADE)).isEqualTo(new Step.RollBack(2));
    assertThat(next(LATER, SUPERSEDED, SUPERSEDED, FAILED, PENDING_ROLLBACK))
        .isEqualTo(new Step.RollBack(2));
  }

  @Test
  void whatNeverServedIsRemovedAndInstalledAnew() {
    assertThat(next(LATER, PENDING_INSTALL)).isInstanceOf(Step.Remove.class);
    assertThat(next(LATER, FAILED, PENDING_UPGRADE)).isInstanceOf(Step.Remove.class);
  }

  @Test
  void aRemovalThatWasCutOffIsEnded() {
    assertThat(next(LATER, UNINSTALLING)).isInstanceOf(Step.Remove.class);
    assertThat(next(WRITTEN, UNINSTALLED)).isInstanceOf(Step.Remove.class);
  }

  @Test
  void point18_upgradeThatFailedGoesBackToWhatServedLast() {
    assertThat(Recovery.afterFailure(history(SUPERSEDED, DEPLOYED, FAILED))).contains(2);
    assertThat(Recovery.afterFailure(history(SUPERSEDED, DEPLOYED))).isEmpty();
    assertThat(Recovery.afterFailure(history(FAILED))).isEmpty();
    assertThat(Recovery.afterFailure(history(DEPLOYED, PENDING_UPGRADE))).isEmpty();
  }

  @Test
  void point18_lockThatOurOwnOperationLeftIsKnown() {
    var before = history(DEPLOYED);

    assertThat(Recovery.lock(before, history(DEPLOYED, PENDING_UPGRADE)))
        .map(Revision::number)
        .contains(2);
    assertThat(Recovery.lock(List.of(), history(PENDING_INSTALL))).isPresent();
    assertThat(Recovery.lock(before, history(DEPLOYED, FAILED))).isEmpty();
    assertThat(
            Recovery.lock(history(DEPLOYED, PENDING_UPGRADE), history(DEPLOYED, PENDING_UPGRADE)))
        .as("one that was there before is somebody else's")
        .isEmpty();
  }

  @Test
  void theOrderOfTheHistoryDoesNotMatter() {
    var history = history(DEPLOYED, PENDING_UPGRADE);

    assertThat(Recovery.next(history.reversed(), LATER, PATIENCE))
        .isEqualTo(Recovery.next(history, LATER, PATIENCE));
  }

  private static Step next(Instant now, ReleaseStatus... statuses) {
    return Recovery.next(history(statuses), now, PATIENCE);
  }

  private static List<Revision> history(ReleaseStatus... statuses) {
    return IntStream.range(0, statuses.length)
        .mapToObj(i -> new Revision(i + 1, statuses[i], WRITTEN, "web-1.0.0", ""))
        .toList();
  }
}
