package dev.butlerlabs.butler.kube.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.Pem;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link ServingKeys} as a Secret. */
final class ServingSecret {

  private static final String CERTIFICATE = "tls.crt";
  private static final String KEY = "tls.key";
  private static final String AUTHORITIES = "ca.crt";
  private static final String NEXT_CERTIFICATE = "next.crt";
  private static final String NEXT_KEY = "next.key";
  private static final String NEXT_FROM = "next.from";

  private ServingSecret() {}

  static Secret write(ObjectKey key, ServingKeys keys) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(key.namespace())
        .withName(key.name())
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
        .endMetadata()
        .withType("Opaque")
        .withData(data(keys))
        .build();
  }

  /** The stored Secret with other keys in it. */
  static Secret replace(Secret stored, ServingKeys keys) {
    return new SecretBuilder(stored).withData(data(keys)).build();
  }

  /** Empty when it cannot be understood: then it is as good as lost. */
  static Optional<ServingKeys> read(Secret secret) {
    var data = Objects.requireNonNullElse(secret.getData(), Map.<String, String>of());
    try {
      var serving = Credential.parse(text(data, CERTIFICATE), text(data, KEY));
      var authorities = Pem.certificates(text(data, AUTHORITIES));
      return Optional.of(new ServingKeys(serving, next(data), authorities));
    } catch (IllegalArgumentException | DateTimeException unreadable) {
      return Optional.empty();
    }
  }

  private static ServingKeys.@Nullable Next next(Map<String, String> data) {
    if (!data.containsKey(NEXT_CERTIFICATE)) {
      return null;
    }
    var credential = Credential.parse(text(data, NEXT_CERTIFICATE), text(data, NEXT_KEY));
    return new ServingKeys.Next(credential, Instant.parse(text(data, NEXT_FROM)));
  }

  private static Map<String, String> data(ServingKeys keys) {
    var data = new LinkedHashMap<String, String>();
    put(data, CERTIFICATE, keys.serving().certificatePem());
    put(data, KEY, keys.serving().key().pem());
    put(data, AUTHORITIES, Pem.write(keys.authorities()));
    var next = keys.next();
    if (next != null) {
      put(data, NEXT_CERTIFICATE, next.credential().certificatePem());
      put(data, NEXT_KEY, next.credential().key().pem());
      put(data, NEXT_FROM, next.from().toString());
    }
    return data;
  }

  private static void put(Map<String, String> data, String key, String text) {
    data.put(key, Base64.getEncoder().encodeToString(text.getBytes(UTF_8)));
  }

  private static String text(Map<String, String> data, String key) {
    return new String(Base64.getDecoder().decode(data.getOrDefault(key, "")), UTF_8);
  }
}
