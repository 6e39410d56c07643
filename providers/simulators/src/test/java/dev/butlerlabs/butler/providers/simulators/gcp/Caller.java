package dev.butlerlabs.butler.providers.simulators.gcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Somebody with the key of a service account, who speaks HTTP and knows no driver. */
final class Caller implements AutoCloseable {

  static final String ACCOUNT = "somebody@butler-test.iam.gserviceaccount.com";
  static final SigningKey KEY = SigningKey.generate(KeyKind.RSA_2048, new SecureRandom());

  private static final ObjectMapper JSON = new ObjectMapper();

  private final GcpStandIn gcp;
  private final HttpClient client;
  private String token = "";

  Caller(GcpStandIn gcp) {
    this.gcp = gcp;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(TlsContext.trusting(Pem.certificates(gcp.authorityPem())))
            .build();
    gcp.key("key-1", ACCOUNT, KEY.publicKey());
  }

  /** Claims as Google wants them; a test spoils them. */
  Map<String, Object> claims(Instant now) {
    var claims = new LinkedHashMap<String, Object>();
    claims.put("iss", ACCOUNT);
    claims.put("scope", "https://www.googleapis.com/auth/cloud-platform");
    claims.put("aud", gcp.tokenUri().toString());
    claims.put("iat", now.getEpochSecond());
    claims.put("exp", now.getEpochSecond() + 3600);
    return claims;
  }

  JsonNode askForToken(Map<String, Object> claims, String keyId, SigningKey key)
      throws IOException, InterruptedException, GeneralSecurityException {
    var header = Map.of("alg", "RS256", "typ", "JWT", "kid", keyId);
    var signed = part(header) + "." + part(claims);
    var signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(key.reveal());
    signature.update(signed.getBytes(UTF_8));
    var encoder = Base64.getUrlEncoder().withoutPadding();
    var form =
        "grant_type="
            + URLEncoder.encode(Tokens.GRANT, UTF_8)
            + "&assertion="
            + signed
            + "."
            + encoder.encodeToString(signature.sign());
    var answer =
        client.send(
            HttpRequest.newBuilder(gcp.tokenUri())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    return JSON.readTree(answer.body());
  }

  private static String part(Map<String, ?> content) throws IOException {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(JSON.writeValueAsBytes(content));
  }

  void logIn(Instant now) throws IOException, InterruptedException, GeneralSecurityException {
    token = askForToken(claims(now), "key-1", KEY).path("access_token").asText();
  }

  void token(String other) {
    token = other;
  }

  HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    var publisher =
        body.isEmpty()
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    return client.send(
        HttpRequest.newBuilder(URI.create(gcp.uri() + path))
            .header("Authorization", "Bearer " + token)
            .method(method, publisher)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  static JsonNode json(HttpResponse<String> answer) throws IOException {
    return JSON.readTree(answer.body());
  }

  @Override
  public void close() {
    client.close();
  }
}
