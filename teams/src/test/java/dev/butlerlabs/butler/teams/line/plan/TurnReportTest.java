package dev.butlerlabs.butler.teams.line.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.teams.rules.Line.Turn;
import dev.butlerlabs.butler.teams.rules.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnReportTest {

  private static final Refusal FULL =
      new Refusal(Reason.QUOTA_EXCEEDED, "spec", "the team is full", "delete one");
  private static final Refusal FULL_TOO =
      new Refusal(Reason.ENV_QUOTA_EXCEEDED, "spec", "prod is full", "");
  private static final Refusal NOT_YOURS =
      new Refusal(Reason.PROVIDER_ACCESS_DENIED, "spec", "the lab is not yours", "");
  private static final Refusal OLD =
      new Refusal(Reason.VALIDATION_FAILED, "spec", "v1.20.0 is not allowed", "");

  @Test
  void eachConditionTellsWhatStandsAgainstIt() {
    assertThat(TurnReport.of(new Turn(null, List.of(FULL, NOT_YOURS, FULL_TOO), List.of())))
        .containsExactly(
            Verdict.no(
                "QuotaSatisfied", "QuotaExceeded", "the team is full (delete one); prod is full"),
            Verdict.no("ProviderAccessGranted", "ProviderAccessDenied", "the lab is not yours"),
            Verdict.yes("PolicyCompliant", "Compliant", ""));
  }

  /** H16: what was refused once is granted as soon as nothing stands against it. */
  @Test
  void nothingAgainstItIsToldToo() {
    assertThat(TurnReport.of(new Turn(null, List.of(), List.of(OLD))))
        .containsExactly(
            Verdict.yes("QuotaSatisfied", "WithinQuota", ""),
            Verdict.yes("ProviderAccessGranted", "Granted", ""),
            Verdict.no("PolicyCompliant", "ValidationFailed", "v1.20.0 is not allowed"));
  }
}
