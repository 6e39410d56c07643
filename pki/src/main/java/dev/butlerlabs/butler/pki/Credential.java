package dev.butlerlabs.butler.pki;

import java.security.cert.X509Certificate;

/**
 * A certificate with the key it was issued for: what a server or a client shows to prove itself.
 */
public record Credential(X509Certificate certificate, SigningKey key) {

  public Credential {
    if (!certificate.getPublicKey().equals(key.publicKey())) {
      throw new IllegalArgumentException(
          "The certificate of "
              + certificate.getSubjectX500Principal()
              + " was issued for another key than the one given");
    }
  }

  /** Reads both halves, and refuses halves that do not belong together. */
  public static Credential parse(String certificatePem, String keyPem) {
    return new Credential(Pem.certificate(certificatePem), SigningKey.parse(keyPem));
  }

  public String certificatePem() {
    return Pem.write(certificate);
  }

  @Override
  public String toString() {
    return "Credential[" + certificate.getSubjectX500Principal() + ", " + key + "]";
  }
}
