package dev.butlerlabs.butler.steward.store.postgres;

import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import org.postgresql.ssl.WrappedFactory;

/**
 * Sockets that trust what a text says. The JDBC driver makes one for each connection from a class
 * name and one text, which is the only way to hand it certificates without a file.
 */
public final class PemSockets extends WrappedFactory {

  private static final String PARTS = "\n--- next part ---\n";

  /** Made by the JDBC driver, from what {@link #text} wrote. */
  public PemSockets(String text) {
    var parts = text.split(PARTS, -1);
    var trusted = Pem.certificates(parts[0]);
    var context =
        parts.length == 3
            ? TlsContext.of(Credential.parse(parts[1], parts[2]), trusted.getFirst())
            : TlsContext.trusting(trusted);
    factory = context.getSocketFactory();
  }

  /** Who is trusted. */
  static String text(String authorities) {
    return authorities;
  }

  /** Who is trusted, and who we are. */
  static String text(String authorities, Credential self) {
    return authorities + PARTS + self.certificatePem() + PARTS + self.key().pem();
  }
}
