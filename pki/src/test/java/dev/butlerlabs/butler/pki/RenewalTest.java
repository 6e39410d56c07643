package dev.butlerlabs.butler.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RenewalTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  private final SecureRandom random = new SecureRandom();
  private final CertificateAuthority root = root();
  private final CertificateOrder order =
      CertificateOrder.server(
          Subject.named("api"),
          SubjectAltName.all("api", "127.0.0.1", "::1"),
          DAY.multipliedBy(30));
  private final Credential leaf = root.issue(order, KeyKind.EC_P256, NOW, random);

  @Test
  void renewalIsDueAtTwoThirdsOfLife() {
    var at = Instant.parse("2026-03-21T09:58:20Z");

    assertThat(judge(NOW)).isEqualTo(new Renewal.NotYet(at));
    assertThat(judge(at.minusSeconds(1)).due()).isFalse();
    assertThat(judge(at)).isEqualTo(new Renewal.Due(at, Instant.parse("2026-03-31T10:00:00Z")));
  }

  @Test
  void leadTimeCountsBackFromTheEndButNotPastHalfOfLife() {
    var until = Instant.parse("2026-03-31T10:00:00Z");

    assertThat(Renewal.byTime(leaf.certificate(), DAY, NOW))
        .isEqualTo(new Renewal.NotYet(until.minus(DAY)));
    assertThat(Renewal.byTime(leaf.certificate(), DAY.multipliedBy(60), NOW))
        .isEqualTo(new Renewal.NotYet(Instant.parse("2026-03-16T09:57:30Z")));
  }

  @Test
  void endedAndFutureCertificatesAreToldApart() {
    var end = Instant.parse("2026-03-31T10:00:00Z");

    assertThat(judge(end)).isEqualTo(new Renewal.Expired(end));
    assertThat(judge(NOW.minus(DAY)))
        .isEqualTo(new Renewal.NotValidYet(Instant.parse("2026-03-01T09:55:00Z")));
  }

  @Test
  void otherAuthorityOfTheSameNameIsSeen() {
    var wanted = Renewal.Wanted.of(root(), order);

    assertThat(Renewal.judge(leaf.certificate(), wanted, NOW))
        .isEqualTo(new Renewal.OtherAuthority("CN=root"));
  }

  @Test
  void otherSubjectIsSeen() {
    var wanted = new Renewal.Wanted(root.certificate(), Subject.named("else"), List.of(), null);

    assertThat(Renewal.judge(leaf.certificate(), wanted, NOW))
        .isEqualTo(new Renewal.OtherSubject(Subject.named("api")));
  }

  @Test
  void missingNamesAreListedAndSpellingsOfAnAddressAreOne() {
    var more = SubjectAltName.all("API", "0:0:0:0:0:0:0:1", "10.0.0.1", "extra");
    var wanted = new Renewal.Wanted(root.certificate(), Subject.named("api"), more, null);

    assertThat(Renewal.judge(leaf.certificate(), wanted, NOW))
        .isEqualTo(new Renewal.MissingNames(SubjectAltName.all("10.0.0.1", "extra")))
        .extracting(Renewal::sentence)
        .isEqualTo("The certificate does not name [10.0.0.1, extra].");
  }

  private Renewal judge(Instant now) {
    return Renewal.judge(leaf.certificate(), Renewal.Wanted.of(root, order), now);
  }

  private CertificateAuthority root() {
    return CertificateAuthority.selfSigned(
        "root", KeyKind.EC_P256, DAY.multipliedBy(365), NOW, random);
  }
}
