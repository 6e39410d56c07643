package dev.butlerlabs.butler.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;

/** The extensions of RFC 5280 each kind of certificate carries. */
final class Extensions {

  private Extensions() {}

  static void authority(
      X509v3CertificateBuilder builder, PublicKey holder, PublicKey issuer, int pathLength) {
    adding(
        () -> {
          var usage = KeyUsage.digitalSignature | KeyUsage.keyCertSign | KeyUsage.cRLSign;
          var ids = new JcaX509ExtensionUtils();
          builder
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(pathLength))
              .addExtension(Extension.keyUsage, true, new KeyUsage(usage))
              .addExtension(
                  Extension.subjectKeyIdentifier, false, ids.createSubjectKeyIdentifier(holder))
              .addExtension(
                  Extension.authorityKeyIdentifier,
                  false,
                  ids.createAuthorityKeyIdentifier(issuer));
        });
  }

  static void leaf(
      X509v3CertificateBuilder builder,
      CertificateOrder order,
      PublicKey holder,
      X509Certificate issuer) {
    adding(
        () -> {
          var ids = new JcaX509ExtensionUtils();
          builder
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
              .addExtension(Extension.keyUsage, true, usage(holder))
              .addExtension(Extension.extendedKeyUsage, false, purposes(order))
              .addExtension(
                  Extension.subjectKeyIdentifier, false, ids.createSubjectKeyIdentifier(holder))
              .addExtension(
                  Extension.authorityKeyIdentifier,
                  false,
                  ids.createAuthorityKeyIdentifier(issuer.getPublicKey()));
          if (!order.names().isEmpty()) {
            builder.addExtension(Extension.subjectAlternativeName, false, names(order));
          }
        });
  }

  /** Key transport exists with RSA only. */
  private static KeyUsage usage(PublicKey holder) {
    return holder.getAlgorithm().equals("RSA")
        ? new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment)
        : new KeyUsage(KeyUsage.digitalSignature);
  }

  private static ExtendedKeyUsage purposes(CertificateOrder order) {
    return new ExtendedKeyUsage(
        order.purposes().stream()
            .sorted()
            .map(
                purpose ->
                    switch (purpose) {
                      case SERVER -> KeyPurposeId.id_kp_serverAuth;
                      case CLIENT -> KeyPurposeId.id_kp_clientAuth;
                    })
            .toArray(KeyPurposeId[]::new));
  }

  static GeneralNames names(CertificateOrder order) {
    return new GeneralNames(
        order.names().stream().map(SubjectAltName::wire).toArray(GeneralName[]::new));
  }

  private interface Step {
    void run() throws IOException, GeneralSecurityException;
  }

  private static void adding(Step step) {
    try {
      step.run();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("A certificate extension could not be written", e);
    }
  }
}
