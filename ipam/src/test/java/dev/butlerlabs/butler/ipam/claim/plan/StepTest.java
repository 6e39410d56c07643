package dev.butlerlabs.butler.ipam.claim.plan;

import static dev.butlerlabs.butler.ipam.ledger.Sample.NOW;
import static dev.butlerlabs.butler.ipam.ledger.Sample.claim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.ipam.ledger.Claim;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepTest {

  private static final Duration RETENTION = Duration.ofHours(1);

  @ParameterizedTest
  @CsvSource({
    // phase, wants to leave, tenant gone, step
    "'',        false, false, SERVE",
    "Pending,   false, false, SERVE",
    "Failed,    false, false, SERVE",
    "Pending,   true,  false, CLOSE",
    "Pending,   false, true,  STAY",
    "Allocated, false, false, STAY",
    "Allocated, true,  false, BEGIN_LEAVING",
    "Allocated, false, true,  BEGIN_LEAVING",
    "Releasing, true,  false, STAY",
    "Releasing, true,  true,  LEAVE",
    "Released,  true,  false, STAY"
  })
  void phaseAndWishDecide(String phase, boolean release, boolean gone, Step step) {
    assertThat(step(made(phase, release, ""), gone)).isEqualTo(step);
  }

  @ParameterizedTest
  @CsvSource({
    "Withdrawn, True, LEAVE",
    "HolderGone, True, LEAVE",
    "Withdrawn, Unknown, STAY",
    "Withdrawn, False, STAY",
    "Ready, True, STAY"
  })
  void onlyWhoSaysThatHeLookedLetsAddressesGo(String condition, String truth, Step step) {
    assertThat(step(made("Releasing", true, told(condition, truth)), false)).isEqualTo(step);
  }

  @Test
  void claimWithoutOurFinalizerIsNotServedYet() {
    var bare = made("Pending", false, "");
    bare.object().getMetadata().setFinalizers(List.of());

    assertThat(step(bare, false)).isEqualTo(Step.STAY);
  }

  @Test
  void deletionIsAWishToLeaveAndAClaimWithoutAddressesGoesByItself() {
    var holding = made("Allocated", false, "");
    var waiting = made("Failed", false, "");
    holding.object().getMetadata().setDeletionTimestamp("2030-01-01T00:00:00Z");
    waiting.object().getMetadata().setDeletionTimestamp("2030-01-01T00:00:00Z");

    assertThat(step(holding, false)).isEqualTo(Step.BEGIN_LEAVING);
    assertThat(step(waiting, false)).isEqualTo(Step.STAY);
  }

  @Test
  void recordIsForgottenWhenItsRetentionIsOverAndNotAMomentBefore() {
    var left = made("Released", true, ", releasedAt: '2029-12-31T23:30:00Z'");

    assertThat(Step.forgottenAt(left, RETENTION)).isEqualTo("2030-01-01T00:30:00Z");
    assertThat(Step.of(left, false, RETENTION, NOW.plusSeconds(1799))).isEqualTo(Step.STAY);
    assertThat(Step.of(left, false, RETENTION, NOW.plusSeconds(1800))).isEqualTo(Step.FORGET);
    left.object().getMetadata().setDeletionTimestamp("2030-01-01T00:00:00Z");
    assertThat(Step.of(left, false, RETENTION, NOW.plusSeconds(1800))).isEqualTo(Step.STAY);
  }

  private static String told(String condition, String truth) {
    return ", conditions: [{type: %s, status: '%s', reason: Told, message: told,"
            .formatted(condition, truth)
        + " lastTransitionTime: '2029-01-01T00:00:00Z'}]";
  }

  private static Step step(Claim claim, boolean tenantGone) {
    return Step.of(claim, tenantGone, RETENTION, NOW);
  }

  private static Claim made(String phase, boolean release, String more) {
    return claim(
        "a",
        3000,
        "type: nodes, release: " + release,
        phase.isEmpty() ? "{}" : "{phase: %s%s}".formatted(phase, more));
  }
}
