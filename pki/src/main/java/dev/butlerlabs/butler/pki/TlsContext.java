package dev.butlerlabs.butler.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The JDK's TLS set up from our values: who we are, and whom we believe. */
public final class TlsContext {

  private TlsContext() {}

  public static SSLContext of(Credential self, X509Certificate trusted) {
    return of(List.of(self.certificate()), self.key(), List.of(trusted));
  }

  /** The context with which the kubeconfig's server may be called by a certificate login. */
  public static SSLContext of(Kubeconfig config) {
    return switch (config.login()) {
      case Kubeconfig.Login.Certificate(var chain, var key) -> of(chain, key, config.authorities());
      case Kubeconfig.Login.Token _ -> trusting(config.authorities());
    };
  }

  /** A context that shows no certificate of its own. */
  public static SSLContext trusting(List<X509Certificate> trusted) {
    return context(new KeyManager[0], trusted);
  }

  /**
   * A context that believes every certificate, of whatever name. Only where somebody asked for it
   * in so many words, or where what is said is judged by something else.
   */
  public static SSLContext believingAnybody() {
    return context(new KeyManager[0], new TrustManager[] {new Anybody()});
  }

  private static SSLContext of(
      List<X509Certificate> chain, SigningKey key, List<X509Certificate> trusted) {
    return context(new KeyManager[] {new OwnKey(key, chain)}, trusted);
  }

  private static SSLContext context(KeyManager[] own, List<X509Certificate> trusted) {
    try {
      var anchors = KeyStore.getInstance("PKCS12");
      anchors.load(null, null);
      for (var i = 0; i < trusted.size(); i++) {
        anchors.setCertificateEntry("trusted-" + i, trusted.get(i));
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(anchors);
      return context(own, trust.getTrustManagers());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("This JDK cannot set up TLS", e);
    }
  }

  private static SSLContext context(KeyManager[] own, TrustManager[] trust) {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(own, trust, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK cannot set up TLS", e);
    }
  }
}
