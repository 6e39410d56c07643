package dev.butlerlabs.butler.apps.tcpproxy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Who this program is towards clients, and whom it believes.
 *
 * @param shown a context that shows the certificate
 * @param trusting a context that shows none and believes the authorities alone
 * @param expires when the certificate runs out
 */
record Credentials(SSLContext shown, SSLContext trusting, Instant expires) {

  private static final Pattern PKCS8 =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private static final char[] IN_MEMORY = new char[0];

  /** Reads them; what is said about a failure never holds what was read. */
  static Credentials read(byte[] certificate, byte[] key, byte[] authorities)
      throws GeneralSecurityException, IOException {
    var chain = certificates(certificate, "the certificate file");
    var secret = key(new String(key, US_ASCII));
    if (!belong(secret, chain.getFirst().getPublicKey())) {
      throw new GeneralSecurityException("key and certificate do not belong together");
    }
    var own = emptyStore();
    own.setKeyEntry("self", secret, IN_MEMORY, chain.toArray(Certificate[]::new));
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, IN_MEMORY);
    var shown = SSLContext.getInstance("TLS");
    shown.init(keys.getKeyManagers(), null, null);
    return new Credentials(
        shown,
        trusting(certificates(authorities, "the authorities file")),
        chain.getFirst().getNotAfter().toInstant());
  }

  private static SSLContext trusting(List<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    var anchors = emptyStore();
    for (var i = 0; i < authorities.size(); i++) {
      anchors.setCertificateEntry("authority-" + i, authorities.get(i));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(anchors);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, IN_MEMORY);
    return store;
  }

  private static List<X509Certificate> certificates(byte[] pem, String what)
      throws GeneralSecurityException {
    Collection<? extends Certificate> found =
        CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
    if (found.isEmpty()) {
      throw new GeneralSecurityException(what + " holds no certificate");
    }
    return found.stream().map(X509Certificate.class::cast).toList();
  }

  private static PrivateKey key(String pem) throws GeneralSecurityException {
    var match = PKCS8.matcher(pem);
    if (!match.find()) {
      throw new GeneralSecurityException("the key file holds no PKCS#8 private key");
    }
    var spec = new PKCS8EncodedKeySpec(bytes(match.group(1)));
    try {
      return KeyFactory.getInstance("EC").generatePrivate(spec);
    } catch (InvalidKeySpecException other) {
      return KeyFactory.getInstance("RSA").generatePrivate(spec);
    }
  }

  private static byte[] bytes(String base64) throws GeneralSecurityException {
    try {
      return Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException cutOff) {
      // Without its cause: nothing that was read may be told on.
      throw new GeneralSecurityException("the key file is cut off or damaged");
    }
  }

  /** Files are replaced one after the other, so a pair may be read that is none. */
  private static boolean belong(PrivateKey secret, PublicKey open) throws GeneralSecurityException {
    if (!secret.getAlgorithm().equals(open.getAlgorithm())) {
      return false;
    }
    var algorithm = secret.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
    var sign = Signature.getInstance(algorithm);
    sign.initSign(secret);
    sign.update(open.getEncoded());
    var verify = Signature.getInstance(algorithm);
    verify.initVerify(open);
    verify.update(open.getEncoded());
    return verify.verify(sign.sign());
  }
}
