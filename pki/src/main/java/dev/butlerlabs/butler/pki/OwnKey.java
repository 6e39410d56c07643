package dev.butlerlabs.butler.pki;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The one identity of a TLS context, shown to whoever asks for a key of its kind.
 *
 * <p>The JDK's own managers want a key store, which hides keys behind a password that is made slow
 * to guess: tens of milliseconds for each context, and nothing is won in memory.
 */
final class OwnKey extends X509ExtendedKeyManager {

  private static final String ALIAS = "self";

  private final PrivateKey key;
  private final List<X509Certificate> chain;

  OwnKey(SigningKey key, List<X509Certificate> chain) {
    this.key = key.reveal();
    this.chain = List.copyOf(chain);
  }

  private @Nullable String fitting(@Nullable String... kinds) {
    for (var kind : kinds) {
      if (key.getAlgorithm().equals(kind)) {
        return ALIAS;
      }
    }
    return null;
  }

  private String @Nullable [] list(@Nullable String kind) {
    return fitting(kind) == null ? null : new String[] {ALIAS};
  }

  @Override
  public String @Nullable [] getClientAliases(String kind, Principal @Nullable [] issuers) {
    return list(kind);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] kinds, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return fitting(kinds);
  }

  @Override
  public @Nullable String chooseEngineClientAlias(
      String[] kinds, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return fitting(kinds);
  }

  @Override
  public String @Nullable [] getServerAliases(String kind, Principal @Nullable [] issuers) {
    return list(kind);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String kind, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return fitting(kind);
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String kind, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return fitting(kind);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return ALIAS.equals(alias) ? chain.toArray(X509Certificate[]::new) : null;
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return ALIAS.equals(alias) ? key : null;
  }
}
