package dev.butlerlabs.butler.pki;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The JDK's TLS set up from our values: who we are, and whom we believe. */
public final class TlsContext {

  private static final char[] IN_MEMORY = new char[0];

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
    try {
      return context(emptyStore(), trusted);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("This JDK cannot set up TLS", e);
    }
  }

  private static SSLContext of(
      List<X509Certificate> chain, SigningKey key, List<X509Certificate> trusted) {
    try {
      var own = emptyStore();
      own.setKeyEntry("self", key.reveal(), IN_MEMORY, chain.toArray(X509Certificate[]::new));
      return context(own, trusted);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("This JDK cannot set up TLS", e);
    }
  }

  private static SSLContext context(KeyStore own, List<X509Certificate> trusted)
      throws GeneralSecurityException, IOException {
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, IN_MEMORY);
    var anchors = emptyStore();
    for (var i = 0; i < trusted.size(); i++) {
      anchors.setCertificateEntry("trusted-" + i, trusted.get(i));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(anchors);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, IN_MEMORY);
    return store;
  }
}
