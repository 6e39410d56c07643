package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.pki.Credential;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The certificate the endpoint shows, which can be changed between two handshakes. A handshake that
 * began with the earlier one also ends with it.
 */
final class ServingIdentity extends X509ExtendedKeyManager {

  private volatile @Nullable Held held;

  private record Held(Credential current, @Nullable Credential earlier) {}

  void serve(Credential credential) {
    var before = held;
    held = new Held(credential, before == null ? null : before.current());
  }

  Optional<Credential> current() {
    return Optional.ofNullable(held).map(Held::current);
  }

  SSLContext context() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {this}, new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK cannot set up TLS", e);
    }
  }

  private static String alias(Credential credential) {
    return credential.certificate().getSerialNumber().toString(16);
  }

  private Optional<Credential> named(String alias) {
    var now = held;
    if (now == null) {
      return Optional.empty();
    }
    if (alias(now.current()).equals(alias)) {
      return Optional.of(now.current());
    }
    return Optional.ofNullable(now.earlier()).filter(one -> alias(one).equals(alias));
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return current()
        .filter(one -> one.key().publicKey().getAlgorithm().equals(keyType))
        .map(ServingIdentity::alias)
        .orElse(null);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return named(alias).map(one -> new X509Certificate[] {one.certificate()}).orElse(null);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return named(alias).map(one -> one.key().reveal()).orElse(null);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    throw new UnsupportedOperationException("the endpoint works with engines, not with sockets");
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyType, Principal @Nullable [] issuers, Socket socket) {
    return null;
  }
}
