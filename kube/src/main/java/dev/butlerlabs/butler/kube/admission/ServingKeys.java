package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What all replicas share: the certificate to show, the one that follows it, and whom the API
 * server shall trust.
 *
 * <p>Each certificate has an authority of its own whose key is forgotten as soon as it has signed,
 * so there is nothing to steal that could make another.
 *
 * @param authorities of every certificate here, the newest first
 */
record ServingKeys(Credential serving, @Nullable Next next, List<X509Certificate> authorities) {

  private static final Subject HOLDER = Subject.named("butler-admission");

  /**
   * The certificate that follows.
   *
   * @param from when it may be shown at the earliest: by then every API server has the bundle
   */
  record Next(Credential credential, Instant from) {}

  ServingKeys {
    authorities = List.copyOf(authorities);
  }

  static ServingKeys fresh(
      List<SubjectAltName> names, Duration life, Instant now, SecureRandom random) {
    var issued = issue(names, life, now, random);
    return new ServingKeys(issued.credential(), null, List.of(issued.authority()));
  }

  ServingKeys prepared(
      List<SubjectAltName> names, Duration life, Instant now, Instant from, SecureRandom random) {
    var issued = issue(names, life, now, random);
    var kept = authorityOf(serving).stream();
    var all = Stream.concat(Stream.of(issued.authority()), kept).toList();
    return new ServingKeys(serving, new Next(issued.credential(), from), all);
  }

  /** The earlier authority stays, for replicas that have not changed over yet. */
  ServingKeys promoted() {
    return next == null ? this : new ServingKeys(next.credential(), null, authorities);
  }

  Optional<X509Certificate> authorityOf(Credential credential) {
    return authorities.stream()
        .filter(one -> CertificateAuthority.signed(one, credential.certificate()))
        .findFirst();
  }

  private record Issued(Credential credential, X509Certificate authority) {}

  private static Issued issue(
      List<SubjectAltName> names, Duration life, Instant now, SecureRandom random) {
    var authority =
        CertificateAuthority.selfSigned(
            "butler-admission-ca", KeyKind.EC_P256, life.plus(Duration.ofHours(1)), now, random);
    var order = CertificateOrder.server(HOLDER, names, life);
    var credential = authority.issue(order, KeyKind.EC_P256, now, random);
    return new Issued(credential, authority.certificate());
  }
}
