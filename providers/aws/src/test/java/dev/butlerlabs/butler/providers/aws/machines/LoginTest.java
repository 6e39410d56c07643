package dev.butlerlabs.butler.providers.aws.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoginTest {

  private static final Login.Form FORM =
      new Login.Form(
          "service",
          "us-east-1",
          "example.amazonaws.com",
          "application/x-www-form-urlencoded",
          "Param1=value1");
  private static final Instant THEN = Instant.parse("2015-08-30T12:36:00Z");
  private static final SecretText SECRET =
      new SecretText("wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");

  /** The case post-x-www-form-urlencoded of the test suite AWS publishes for its signatures. */
  @Test
  void theSignatureIsTheOneAwsPublishes() {
    var headers = new Login("AKIDEXAMPLE", SECRET, null).sign(FORM, THEN);

    assertThat(text(headers, "Authorization"))
        .isEqualTo(
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
                + " SignedHeaders=content-type;host;x-amz-date,"
                + " Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a");
    assertThat(text(headers, "x-amz-date")).isEqualTo("20150830T123600Z");
  }

  @Test
  void aSessionTokenIsSentAndSigned() {
    var headers = new Login("AKIDEXAMPLE", SECRET, new SecretText("session")).sign(FORM, THEN);

    assertThat(text(headers, "x-amz-security-token")).isEqualTo("session");
    assertThat(text(headers, "Authorization"))
        .contains("SignedHeaders=content-type;host;x-amz-date;x-amz-security-token");
  }

  @Test
  void nothingOfALoginIsShown() {
    assertThat(new Login("AKIDEXAMPLE", SECRET, new SecretText("session")).toString())
        .doesNotContain("wJalr", "session]");
  }

  private static String text(Map<String, SecretText> headers, String name) {
    return headers.getOrDefault(name, new SecretText("")).reveal();
  }

  /** The example of a word as query in Amazon's description of signatures for S3. */
  @Test
  void aLookAtS3IsSignedAsAmazonDescribesIt() {
    var login =
        new Login(
            "AKIAIOSFODNN7EXAMPLE",
            new SecretText("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            null);
    var message =
        new Login.Message(
            "s3",
            "us-east-1",
            "examplebucket.s3.amazonaws.com",
            "GET",
            "/",
            "lifecycle=",
            Map.of("x-amz-content-sha256", Login.digest("")),
            "");

    var headers = login.sign(message, Instant.parse("2013-05-24T00:00:00Z"));

    assertThat(headers.getOrDefault("Authorization", new SecretText("")).reveal())
        .endsWith(
            "SignedHeaders=host;x-amz-content-sha256;x-amz-date,"
                + " Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
  }
}
