package dev.butlerlabs.butler.providers.spi;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The content of a credentials Secret. Shows the keys it has, never a value. */
public final class Credentials {

  private final TreeMap<String, SecretText> values = new TreeMap<>();

  private Credentials(Map<String, String> secret) {
    secret.forEach((key, value) -> values.put(key, new SecretText(value)));
  }

  /** Of a Secret's data, decoded. */
  public static Credentials of(Map<String, String> secret) {
    return new Credentials(secret);
  }

  /** For platforms that need none. */
  public static Credentials none() {
    return new Credentials(Map.of());
  }

  /** The value under the first of its spellings that is there and not empty. */
  public Optional<SecretText> find(CredentialKeys key) {
    return key.spellings().stream().flatMap(spelling -> find(spelling).stream()).findFirst();
  }

  public Optional<SecretText> find(String key) {
    return Optional.ofNullable(values.get(key)).filter(value -> !value.isEmpty());
  }

  /** The names under which something is there. */
  public Set<String> keys() {
    return Collections.unmodifiableSet(values.keySet());
  }

  /** Everything in it, for {@link dev.butlerlabs.butler.providers.spi.secret.Redaction}. */
  public Collection<SecretText> all() {
    return values.values();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Credentials that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.keySet().hashCode();
  }

  @Override
  public String toString() {
    return "Credentials" + values.keySet();
  }
}
