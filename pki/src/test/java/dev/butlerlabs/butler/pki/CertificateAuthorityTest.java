package dev.butlerlabs.butler.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CertificateAuthorityTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final Duration YEAR = Duration.ofDays(365);

  private final SecureRandom random = new SecureRandom();

  @ParameterizedTest
  @EnumSource(KeyKind.class)
  void leafOfEveryKeyKindPassesTheJdkValidator(KeyKind kind) throws Exception {
    var root = root("root", kind, 0);
    var leaf = root.issue(server("api.example.org", "127.0.0.1", "::1"), kind, NOW, random);

    validate(root.certificate(), NOW, leaf.certificate());

    assertThat(SubjectAltName.in(leaf.certificate()))
        .extracting(SubjectAltName::toString)
        .containsExactly("api.example.org", "127.0.0.1", "0:0:0:0:0:0:0:1");
  }

  @Test
  void certificateCarriesWhatItsPurposeNeedsAndNoMore() throws Exception {
    var root = root("root", KeyKind.RSA_2048, 0);
    var server = root.issue(server("a"), KeyKind.RSA_2048, NOW, random).certificate();
    var groups = new Subject("alice", List.of("team-a", "team-b"));
    var client =
        root.issue(CertificateOrder.client(groups, YEAR), KeyKind.EC_P256, NOW, random)
            .certificate();

    assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(client.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(server.getKeyUsage()).startsWith(true, false, true, false);
    assertThat(client.getKeyUsage()).startsWith(true, false, false, false);
    assertThat(root.certificate().getKeyUsage()[5]).isTrue();
    assertThat(root.certificate().getBasicConstraints()).isZero();
    assertThat(client.getBasicConstraints()).isEqualTo(-1);
    assertThat(client.getExtensionValue("2.5.29.14")).isNotNull();
    assertThat(client.getExtensionValue("2.5.29.35")).isNotNull();
    assertThat(Subject.of(client.getSubjectX500Principal())).isEqualTo(groups);
  }

  @Test
  void serialIsTwentyPositiveBytesAndTheStartLiesFiveMinutesBack() {
    var root = root("root", KeyKind.EC_P256, 0);
    var one = root.issue(server("a"), KeyKind.EC_P256, NOW, random).certificate();
    var two = root.issue(server("a"), KeyKind.EC_P256, NOW, random).certificate();

    assertThat(one.getSerialNumber().toByteArray()).hasSize(20);
    assertThat(one.getSerialNumber().signum()).isEqualTo(1);
    assertThat(one.getSerialNumber()).isNotEqualTo(two.getSerialNumber());
    assertThat(one.getNotBefore().toInstant()).isEqualTo("2026-03-01T09:55:00Z");
    assertThat(one.getNotAfter().toInstant()).isEqualTo("2027-03-01T10:00:00Z");
  }

  @Test
  void leafNeverOutlivesItsAuthority() {
    var root = root("root", KeyKind.EC_P256, 0);
    var late = NOW.plus(Duration.ofDays(3640));

    var leaf = root.issue(server("a"), KeyKind.EC_P256, late, random).certificate();

    assertThat(leaf.getNotAfter()).isEqualTo(root.certificate().getNotAfter());
    assertThatThrownBy(
            () -> root.issue(server("a"), KeyKind.EC_P256, NOW.plus(Duration.ofDays(4000)), random))
        .hasMessageContaining("renew it first");
  }

  @Test
  void pathLengthLimitsFurtherAuthorities() throws Exception {
    var root = root("root", KeyKind.EC_P256, 1);
    var middle = root.issueAuthority(Subject.named("middle"), KeyKind.EC_P256, YEAR, NOW, random);
    var leaf = middle.issue(server("a"), KeyKind.EC_P256, NOW, random).certificate();

    validate(root.certificate(), NOW, leaf, middle.certificate());

    assertThatThrownBy(
            () -> middle.issueAuthority(Subject.named("low"), KeyKind.EC_P256, YEAR, NOW, random))
        .hasMessageContaining("path length 0");
  }

  @Test
  void validatorRefusesAnotherAuthorityOfTheSameName() {
    var root = root("root", KeyKind.EC_P256, 0);
    var other = root("root", KeyKind.EC_P256, 0);
    var leaf = other.issue(server("a"), KeyKind.EC_P256, NOW, random).certificate();

    assertThatThrownBy(() -> validate(root.certificate(), NOW, leaf))
        .isInstanceOf(CertPathValidatorException.class);
    assertThat(CertificateAuthority.signed(root.certificate(), leaf)).isFalse();
    assertThat(CertificateAuthority.signed(other.certificate(), leaf)).isTrue();
  }

  @Test
  void rootThatWasVouchedForIsBelievedByThoseWhoKnowTheOldOne() throws Exception {
    var old = root("kubernetes", KeyKind.EC_P256, 3);
    var fresh = root("kubernetes", KeyKind.EC_P256, 3);
    var leaf = fresh.issue(server("api.example.com"), KeyKind.EC_P256, NOW, random);
    var bridge = old.vouchFor(fresh.certificate(), NOW, random);

    validate(old.certificate(), NOW, leaf.certificate(), bridge);
    validate(fresh.certificate(), NOW, leaf.certificate());
    assertThatThrownBy(() -> validate(old.certificate(), NOW, leaf.certificate()))
        .isInstanceOf(CertPathValidatorException.class);
  }

  @Test
  void leafCannotActAsAuthority() {
    var leaf = root("root", KeyKind.EC_P256, 0).issue(server("a"), KeyKind.EC_P256, NOW, random);

    assertThatThrownBy(() -> new CertificateAuthority(leaf)).hasMessageContaining("no CA");
  }

  @Test
  void signingRequestKeepsItsWordsAndIsSignedForItsKey() throws Exception {
    var root = root("root", KeyKind.RSA_2048, 0);
    var key = SigningKey.generate(KeyKind.EC_P256, random);
    var subject = new Subject("system:node:n1", List.of("system:nodes"));
    var made =
        SigningRequest.make(subject, SubjectAltName.all("n1", "10.0.0.7", "fd00::7"), key, random);

    var read = SigningRequest.parse(made.pem());
    var order = CertificateOrder.peer(read.subject(), read.names(), YEAR);
    var signed = root.sign(order, read.publicKey(), NOW, random);

    assertThat(read).isEqualTo(made);
    validate(root.certificate(), NOW, signed);
    assertThat(new Credential(signed, key).certificate()).isEqualTo(signed);
  }

  @Test
  void requestSignedByAnotherKeyIsRefused() {
    var key = SigningKey.generate(KeyKind.EC_P256, random);
    var pem = SigningRequest.make(Subject.named("a"), List.of(), key, random).pem();
    var lines = pem.split("\n");
    var body = String.join("", Arrays.copyOfRange(lines, 1, lines.length - 1));
    var der = Base64.getDecoder().decode(body);
    der[der.length - 1] ^= 1;

    assertThatThrownBy(() -> SigningRequest.parse(Pem.write("CERTIFICATE REQUEST", der)))
        .isInstanceOf(UnreadableInput.class);
  }

  private CertificateAuthority root(String name, KeyKind kind, int pathLength) {
    return CertificateAuthority.selfSigned(
        Subject.named(name), pathLength, kind, Duration.ofDays(3650), NOW, random);
  }

  private static CertificateOrder server(String... names) {
    return CertificateOrder.server(Subject.named("server"), SubjectAltName.all(names), YEAR);
  }

  private static void validate(X509Certificate root, Instant at, X509Certificate... chain)
      throws Exception {
    var parameters = new PKIXParameters(Set.of(new TrustAnchor(root, null)));
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(at));
    var path = CertificateFactory.getInstance("X.509").generateCertPath(List.of(chain));
    CertPathValidator.getInstance("PKIX").validate(path, parameters);
  }
}
