package dev.butlerlabs.butler.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PemTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  /** What openssl writes before an EC key: the name of the curve P-256. */
  private static final String CURVE_BLOCK =
      """
      -----BEGIN EC PARAMETERS-----
      BggqhkjOPQMBBw==
      -----END EC PARAMETERS-----
      """;

  private final SecureRandom random = new SecureRandom();

  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void keySurvivesBothTextForms(KeyKind kind) {
    var key = SigningKey.generate(kind, random);

    assertThat(SigningKey.parse(key.pem())).isEqualTo(key);
    assertThat(SigningKey.parse(key.traditionalPem())).isEqualTo(key);
    assertThat(SigningKey.parse(key.traditionalPem()).traditionalPem())
        .isEqualTo(key.traditionalPem());
    assertThat(key.pem()).startsWith("-----BEGIN PRIVATE KEY-----\n");
    assertThat(key.traditionalPem())
        .startsWith(
            kind == KeyKind.EC_P256
                ? "-----BEGIN EC PRIVATE KEY-----\n"
                : "-----BEGIN RSA PRIVATE KEY-----\n");
    assertThat(key.publicPem()).startsWith("-----BEGIN PUBLIC KEY-----\n");
  }

  @Test
  void parametersBlockBeforeAnEcKeyIsPassedOver() {
    var key = SigningKey.generate(KeyKind.EC_P256, random);

    assertThat(SigningKey.parse(CURVE_BLOCK + key.traditionalPem())).isEqualTo(key);
  }

  @Test
  void bundleKeepsItsOrder() {
    var one = root("one").certificate();
    var two = root("two").certificate();

    assertThat(Pem.certificates(Pem.write(List.of(one, two)))).containsExactly(one, two);
  }

  @Test
  void nothingThatIsPrintedShowsAPrivateKey() {
    var root = root("root");
    var key = root.key();
    var secret = key.pem().lines().skip(1).findFirst().orElseThrow();

    assertThat(List.of(key.toString(), root.toString(), root.credential().toString()))
        .allSatisfy(text -> assertThat(text).doesNotContain("BEGIN").doesNotContain(secret))
        .allSatisfy(text -> assertThat(text).contains("SigningKey[EC "));
  }

  @Test
  void halvesOfDifferentPairsAreRefused() {
    var other = SigningKey.generate(KeyKind.EC_P256, random);

    assertThatThrownBy(() -> Credential.parse(root("a").certificatePem(), other.pem()))
        .hasMessageContaining("another key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49Ag",
        "-----BEGIN EC PRIVATE KEY-----\n!!!!\n-----END EC PRIVATE KEY-----\n"
      })
  void brokenTextIsRefusedWithoutQuotingIt(String text) {
    assertThatThrownBy(() -> SigningKey.parse(text))
        .isInstanceOf(UnreadableInput.class)
        .hasMessageNotContaining("MIGH");
    assertThatThrownBy(() -> Pem.certificate(text)).isInstanceOf(UnreadableInput.class);
    assertThatThrownBy(() -> SigningRequest.parse(text)).isInstanceOf(UnreadableInput.class);
  }

  private CertificateAuthority root(String name) {
    return CertificateAuthority.selfSigned(name, KeyKind.EC_P256, Duration.ofDays(10), NOW, random);
  }
}
