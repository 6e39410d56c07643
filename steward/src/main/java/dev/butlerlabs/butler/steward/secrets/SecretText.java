package dev.butlerlabs.butler.steward.secrets;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.Secret;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Moves texts into and out of a Secret's data. */
public final class SecretText {

  private SecretText() {}

  public static Map<String, String> encode(Map<String, String> texts) {
    var data = new LinkedHashMap<String, String>();
    texts.forEach(
        (key, text) -> data.put(key, Base64.getEncoder().encodeToString(text.getBytes(UTF_8))));
    return data;
  }

  /** The texts of a Secret; one that is no base64, which no API server stores, is left out. */
  public static Map<String, String> of(Secret secret) {
    var texts = new LinkedHashMap<String, String>();
    var data = secret.getData() == null ? Map.<String, String>of() : secret.getData();
    data.forEach(
        (key, value) -> {
          try {
            texts.put(key, new String(Base64.getDecoder().decode(value), UTF_8));
          } catch (IllegalArgumentException broken) {
            texts.remove(key);
          }
        });
    return texts;
  }
}
