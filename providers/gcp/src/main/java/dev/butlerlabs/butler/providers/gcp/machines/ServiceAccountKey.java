package dev.butlerlabs.butler.providers.gcp.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.UnreadableInput;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The key of a service account, out of the JSON file that Google hands out. */
final class ServiceAccountKey {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIFE = Duration.ofMinutes(50);
  private static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";

  private final String account;
  private final String id;
  private final SigningKey key;
  private final SecretText pem;

  private ServiceAccountKey(String account, String id, SigningKey key, SecretText pem) {
    this.account = account;
    this.id = id;
    this.key = key;
    this.pem = pem;
  }

  /** Empty when it is no such file, or one of another kind of credentials. */
  static Optional<ServiceAccountKey> read(SecretText file) {
    try {
      var json = JSON.readTree(file.reveal());
      var account = json.path("client_email").asText();
      var pem = json.path("private_key").asText();
      if (account.isEmpty() || !json.path("type").asText().equals("service_account")) {
        return Optional.empty();
      }
      var key = SigningKey.parse(pem);
      return key.publicKey().getAlgorithm().equals("RSA")
          ? Optional.of(
              new ServiceAccountKey(
                  account, json.path("private_key_id").asText(), key, new SecretText(pem)))
          : Optional.empty();
    } catch (JsonProcessingException | UnreadableInput unreadable) {
      return Optional.empty();
    }
  }

  /** A signed statement of who we are, to be changed for a token. */
  SecretText assertion(String audience, Instant now) {
    try {
      var header = Map.of("alg", "RS256", "typ", "JWT", "kid", id);
      var claims =
          Map.of(
              "iss",
              account,
              "scope",
              SCOPE,
              "aud",
              audience,
              "iat",
              now.getEpochSecond(),
              "exp",
              now.plus(LIFE).getEpochSecond());
      var signed =
          part(JSON.writeValueAsBytes(header)) + "." + part(JSON.writeValueAsBytes(claims));
      var signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key.reveal());
      signature.update(signed.getBytes(UTF_8));
      return new SecretText(signed + "." + part(signature.sign()));
    } catch (GeneralSecurityException | JsonProcessingException e) {
      throw new IllegalStateException("This JDK cannot sign with an RSA key", e);
    }
  }

  private static String part(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  String account() {
    return account;
  }

  /** What must not be shown of it, beside the file as a whole. */
  List<SecretText> secrets() {
    return List.of(pem, new SecretText(id));
  }

  @Override
  public String toString() {
    return "ServiceAccountKey[" + account + "]";
  }
}
