package dev.butlerlabs.butler.teams.signin.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.tenancy.IdentityProviderStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import org.junit.jupiter.api.Test;

class SignInReportTest {

  private static final String ISSUER = "https://id.example.org";
  private static final String WHOLE =
      """
      {"issuer": "https://id.example.org",
       "authorization_endpoint": "https://id.example.org/authorize",
       "token_endpoint": "https://id.example.org/token",
       "jwks_uri": "https://id.example.org/keys"}
      """;

  @Test
  void wholeDocumentAndSecretLetUsersSignIn() {
    var report = SignInReport.of(ISSUER, new Answer.Text(WHOLE), "", false);

    assertThat(report.phase()).isEqualTo(Phase.READY);
    assertThat(report.verdicts()).extracting(Verdict::status).containsOnly(Truth.TRUE);
    assertThat(report.endpoints())
        .hasValueSatisfying(
            found -> assertThat(found.tokenEndpoint()).isEqualTo("https://id.example.org/token"));
  }

  @Test
  void documentThatIsNotRightSaysWhy() {
    refused(
        WHOLE.replace("{\"issuer\": \"https://id", "{\"issuer\": \"https://other"),
        "that of issuer");
    refused(
        WHOLE.replace("\"https://id.example.org/token", "\"http://id.example.org/token"),
        "not https");
    refused(WHOLE.replace("jwks_uri", "keys"), "has no jwks_uri");
    refused(WHOLE.replace("{", "["), "is no JSON");
  }

  private static void refused(String body, String why) {
    var report = SignInReport.of(ISSUER, new Answer.Text(body), "", true);

    assertThat(report.phase()).isEqualTo(Phase.FAILED);
    assertThat(report.message()).startsWith(ISSUER).contains(why);
    assertThat(report.endpoints()).isEmpty();
  }

  @Test
  void missingSecretIsToldThoughTheIssuerIsWell() {
    var report = SignInReport.of(ISSUER, new Answer.Text(WHOLE), "there is no Secret a/b", false);

    assertThat(report.phase()).isEqualTo(Phase.FAILED);
    assertThat(report.message()).isEqualTo("there is no Secret a/b");
    assertThat(report.endpoints()).isPresent();
  }

  /** One lost packet does not take the sign-in button away. */
  @Test
  void silenceOfAnIssuerThatWasWellIsUnclearAndNotBad() {
    var silence = new Answer.Silence("connection refused");

    var known = SignInReport.of(ISSUER, silence, "", true);
    var unknown = SignInReport.of(ISSUER, silence, "", false);

    assertThat(known.phase()).isEqualTo(Phase.READY);
    assertThat(known.verdicts().getLast().status()).isEqualTo(Truth.UNKNOWN);
    assertThat(unknown.phase()).isEqualTo(Phase.FAILED);
    assertThat(unknown.message()).contains("connection refused", "Check that it can be reached");
  }

  @Test
  void answerThatIsNoDocumentNamesItsCode() {
    var report = SignInReport.of(ISSUER, new Answer.Status(404), "", true);

    assertThat(report.message()).contains("answered 404", "spec.oidc.issuerURL");
  }
}
