package dev.butlerlabs.butler.steward.inside.plan;

import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the proxy ends TLS with, and whom it believes upstream. It prints as nothing of that.
 *
 * @param key as PKCS#8, which is all a program without a library can read
 * @param authorities all roots the tenant trusts now, so that a rotation finds them known
 */
public record ProxyKeys(String certificate, String key, String authorities) {

  /** From the Secrets of the control plane; empty while one is not there or cannot be used. */
  public static Optional<ProxyKeys> of(@Nullable Secret own, @Nullable Secret root) {
    if (own == null || root == null) {
      return Optional.empty();
    }
    var texts = SecretText.of(own);
    var certificate = texts.getOrDefault("tls.crt", "");
    var authorities = SecretText.of(root).getOrDefault("ca.crt", "");
    try {
      var key = SigningKey.parse(texts.getOrDefault("tls.key", "")).pem();
      return certificate.isEmpty() || authorities.isEmpty()
          ? Optional.empty()
          : Optional.of(new ProxyKeys(certificate, key, authorities));
    } catch (IllegalArgumentException broken) {
      return Optional.empty();
    }
  }

  Map<String, String> files() {
    return Map.of("tls.crt", certificate, "tls.key", key, "ca.crt", authorities);
  }

  @Override
  public String toString() {
    return "ProxyKeys[]";
  }
}
