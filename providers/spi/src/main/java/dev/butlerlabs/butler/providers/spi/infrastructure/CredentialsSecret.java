package dev.butlerlabs.butler.providers.spi.infrastructure;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The Secret a ProviderConfig names, and what is in it.
 *
 * @param key the key the reference names; null for the usual ones
 */
public record CredentialsSecret(
    String name, String namespace, @Nullable String key, Credentials content) {

  /** A value under any of its spellings, to be written into another Secret. */
  public Optional<String> find(CredentialKeys wanted) {
    return content.find(wanted).map(SecretText::reveal);
  }

  /** A value under the key the reference names, else under any of its spellings. */
  public Optional<String> findNamed(CredentialKeys wanted) {
    return key == null || key.isEmpty() ? find(wanted) : find(key);
  }

  /** A value that has one spelling only. */
  public Optional<String> find(String one) {
    return content.find(one).map(SecretText::reveal);
  }

  @Override
  public String toString() {
    return "Secret " + namespace + "/" + name;
  }
}
