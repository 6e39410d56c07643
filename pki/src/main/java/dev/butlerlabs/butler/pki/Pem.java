package dev.butlerlabs.butler.pki;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;

/** The text form of certificates, keys and requests: base64 of DER between two lines of dashes. */
public final class Pem {

  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  private Pem() {}

  public static String write(X509Certificate certificate) {
    try {
      return write("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("A certificate of this JDK has no encoded form", e);
    }
  }

  /** One text with all certificates in order, as trust bundles and chains have it. */
  public static String write(List<X509Certificate> certificates) {
    var text = new StringBuilder();
    certificates.forEach(certificate -> text.append(write(certificate)));
    return text.toString();
  }

  /** The first certificate in the text. */
  public static X509Certificate certificate(String pem) {
    return certificates(pem).getFirst();
  }

  /** All certificates in the text, at least one; other blocks in between are passed over. */
  public static List<X509Certificate> certificates(String pem) {
    var found = new ArrayList<X509Certificate>();
    for (var block : blocks(pem)) {
      if (block instanceof X509CertificateHolder holder) {
        found.add(certificate(holder));
      }
    }
    if (found.isEmpty()) {
      throw new UnreadableInput("Found no CERTIFICATE block in the given PEM text");
    }
    return List.copyOf(found);
  }

  static X509Certificate certificate(X509CertificateHolder holder) {
    try {
      var bytes = new ByteArrayInputStream(holder.getEncoded());
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(bytes);
    } catch (CertificateException | IOException e) {
      throw new UnreadableInput("The CERTIFICATE block does not hold an X.509 certificate", e);
    }
  }

  static SigningKey readKey(String pem) {
    for (var block : blocks(pem)) {
      var info =
          switch (block) {
            case PrivateKeyInfo plain -> plain;
            case PEMKeyPair traditional -> traditional.getPrivateKeyInfo();
            default -> null;
          };
      if (info != null) {
        return readKey(info);
      }
    }
    throw new UnreadableInput(
        "Found no unencrypted private key in the given PEM text; a key with a passphrase must be"
            + " decrypted first");
  }

  private static SigningKey readKey(PrivateKeyInfo info) {
    try {
      return KeyEncoding.read(info);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new UnreadableInput(
          "The private key is neither RSA nor on a named elliptic curve this JDK knows", e);
    }
  }

  static PKCS10CertificationRequest readRequest(String pem) {
    for (var block : blocks(pem)) {
      if (block instanceof PKCS10CertificationRequest request) {
        return request;
      }
    }
    throw new UnreadableInput("Found no CERTIFICATE REQUEST block in the given PEM text");
  }

  private static List<Object> blocks(String pem) {
    var found = new ArrayList<>();
    try (var parser = new PEMParser(new StringReader(pem))) {
      for (var block = parser.readObject(); block != null; block = parser.readObject()) {
        found.add(block);
      }
      return found;
    } catch (IOException | RuntimeException e) {
      throw new UnreadableInput("The given text is not whole PEM; was it cut off or edited?", e);
    }
  }

  static String write(String type, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, LINES.encodeToString(der), type);
  }
}
