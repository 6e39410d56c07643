package dev.butlerlabs.butler.providers.http;

import dev.butlerlabs.butler.pki.TlsContext;
import java.security.NoSuchAlgorithmException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;

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
      case Anything _ -> TlsContext.believingAnybody();
    };
  }

  private static SSLContext systemDefault() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This JDK cannot set up TLS", e);
    }
  }
}
