package dev.butlerlabs.butler.providers.http;

import dev.butlerlabs.butler.pki.TlsContext;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Whose certificates a platform may show. */
public sealed interface Trust {

  /** What the system believes. */
  record OfTheSystem() implements Trust {}

  /** These authorities and no others. */
  record In(List<X509Certificate> authorities) implements Trust {
    public In {
      authorities = List.copyOf(authorities);
    }
  }

  /** Anything, because somebody asked for {@code insecure}. */
  record Anything() implements Trust {}

  /** The JDK's way of saying it. */
  default SSLContext context() {
    return switch (this) {
      case OfTheSystem _ -> systemDefault();
      case In(var authorities) -> TlsContext.trusting(authorities);
      case Anything _ -> trustingAnything();
    };
  }

  private static SSLContext systemDefault() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This JDK cannot set up TLS", e);
    }
  }

  private static SSLContext trustingAnything() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Believer()}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK cannot set up TLS", e);
    }
  }

  /** The extended kind is also asked about host names, and believes those as well. */
  final class Believer extends X509ExtendedTrustManager {

    private Believer() {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
