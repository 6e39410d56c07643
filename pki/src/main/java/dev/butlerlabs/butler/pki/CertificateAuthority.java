package dev.butlerlabs.butler.pki;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;

/** A certificate with the right to sign others, and the key to do it with. */
public record CertificateAuthority(Credential credential) {

  /** Clocks of peers differ a little; a certificate must not come from their future. */
  static final Duration SKEW = Duration.ofMinutes(5);

  public CertificateAuthority {
    if (credential.certificate().getBasicConstraints() < 0) {
      throw new IllegalArgumentException(
          "The certificate of "
              + credential.certificate().getSubjectX500Principal()
              + " may not sign others: it is no CA");
    }
  }

  /** A root that may sign leaves and nothing that signs further. */
  public static CertificateAuthority selfSigned(
      String commonName, KeyKind kind, Duration life, Instant now, SecureRandom random) {
    return selfSigned(Subject.named(commonName), 0, kind, life, now, random);
  }

  /** A root under which {@code pathLength} further authorities may stand in a row. */
  public static CertificateAuthority selfSigned(
      Subject subject,
      int pathLength,
      KeyKind kind,
      Duration life,
      Instant now,
      SecureRandom random) {
    var key = SigningKey.generate(kind, random);
    var builder = builder(subject.name(), subject.name(), key.publicKey(), now, life, random);
    Extensions.authority(builder, key.publicKey(), key.publicKey(), pathLength);
    var certificate = Pem.certificate(builder.build(key.signer(random)));
    return new CertificateAuthority(new Credential(certificate, key));
  }

  public static CertificateAuthority parse(String certificatePem, String keyPem) {
    return new CertificateAuthority(Credential.parse(certificatePem, keyPem));
  }

  public X509Certificate certificate() {
    return credential.certificate();
  }

  public String certificatePem() {
    return credential.certificatePem();
  }

  public SigningKey key() {
    return credential.key();
  }

  /** Makes a key and a certificate for it. */
  public Credential issue(CertificateOrder order, KeyKind kind, Instant now, SecureRandom random) {
    var key = SigningKey.generate(kind, random);
    return new Credential(sign(order, key.publicKey(), now, random), key);
  }

  /**
   * Signs a certificate for someone else's key. What a request asks for is taken over only by
   * putting it into the order, so nothing slips through unread.
   */
  public X509Certificate sign(
      CertificateOrder order, PublicKey holder, Instant now, SecureRandom random) {
    var life = withinOwnLife(order.life(), now);
    var builder = builder(issuer(), order.subject().name(), holder, now, life, random);
    Extensions.leaf(builder, order, holder, certificate());
    return Pem.certificate(builder.build(key().signer(random)));
  }

  /** An authority below this one; how deep it may go is one less than here. */
  public CertificateAuthority issueAuthority(
      Subject subject, KeyKind kind, Duration life, Instant now, SecureRandom random) {
    var depth = certificate().getBasicConstraints();
    if (depth == 0) {
      throw new IllegalArgumentException(
          certificate().getSubjectX500Principal() + " may sign no further CA (path length 0)");
    }
    var key = SigningKey.generate(kind, random);
    var name = subject.name();
    var lived = withinOwnLife(life, now);
    var builder = builder(issuer(), name, key.publicKey(), now, lived, random);
    var below = depth == Integer.MAX_VALUE ? 0 : depth - 1;
    Extensions.authority(builder, key.publicKey(), certificate().getPublicKey(), below);
    var signed = Pem.certificate(builder.build(key().signer(random)));
    return new CertificateAuthority(new Credential(signed, key));
  }

  /**
   * A certificate for another root's own key, signed here. Shown behind a leaf of the other root it
   * lets those in who still know only this one.
   */
  public X509Certificate vouchFor(X509Certificate root, Instant now, SecureRandom random) {
    var depth = certificate().getBasicConstraints();
    if (depth == 0) {
      throw new IllegalArgumentException(
          certificate().getSubjectX500Principal() + " may vouch for no other CA (path length 0)");
    }
    var left = Duration.between(now, root.getNotAfter().toInstant());
    var name = X500Name.getInstance(root.getSubjectX500Principal().getEncoded());
    var builder =
        builder(issuer(), name, root.getPublicKey(), now, withinOwnLife(left, now), random);
    var below = depth == Integer.MAX_VALUE ? 0 : depth - 1;
    Extensions.authority(builder, root.getPublicKey(), certificate().getPublicKey(), below);
    return Pem.certificate(builder.build(key().signer(random)));
  }

  /** Whether the certificate bears this authority's signature, whatever its dates. */
  public static boolean signed(X509Certificate authority, X509Certificate certificate) {
    if (!authority.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
      return false;
    }
    try {
      certificate.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private X500Name issuer() {
    return X500Name.getInstance(certificate().getSubjectX500Principal().getEncoded());
  }

  /** A leaf that outlives its authority would look valid and be refused. */
  private Duration withinOwnLife(Duration wanted, Instant now) {
    var left = Duration.between(now, certificate().getNotAfter().toInstant());
    if (left.compareTo(SKEW) <= 0) {
      throw new IllegalStateException(
          "The CA %s ends at %s and can sign nothing more; renew it first"
              .formatted(
                  certificate().getSubjectX500Principal(),
                  certificate().getNotAfter().toInstant()));
    }
    return wanted.compareTo(left) < 0 ? wanted : left;
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer,
      X500Name subject,
      PublicKey holder,
      Instant now,
      Duration life,
      SecureRandom random) {
    var second = now.truncatedTo(ChronoUnit.SECONDS);
    return new X509v3CertificateBuilder(
        issuer,
        serial(random),
        Date.from(second.minus(SKEW)),
        Date.from(second.plus(life)),
        subject,
        SubjectPublicKeyInfo.getInstance(holder.getEncoded()));
  }

  /** Twenty bytes, the most RFC 5280 allows; the top bit stays 0 to keep the number positive. */
  private static BigInteger serial(SecureRandom random) {
    return new BigInteger(159, random).setBit(158);
  }
}
