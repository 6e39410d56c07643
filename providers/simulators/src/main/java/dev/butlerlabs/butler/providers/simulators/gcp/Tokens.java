package dev.butlerlabs.butler.providers.simulators.gcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The office that changes a service account's signed assertion for an access token (RFC 7523). The
 * signature is checked for real.
 */
final class Tokens {

  static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIFE = Duration.ofHours(1);
  private static final long SKEW = 60;

  private final InstantSource clock;
  private final Map<String, Key> keys = new LinkedHashMap<>();
  private final Map<String, Token> tokens = new LinkedHashMap<>();
  private int issued;

  private record Key(String account, PublicKey key) {}

  private record Token(String key, Instant until) {}

  Tokens(InstantSource clock) {
    this.clock = clock;
  }

  synchronized void key(String id, String account, PublicKey key) {
    keys.put(id, new Key(account, key));
  }

  /** The account is switched off: its keys and its tokens are believed no longer. */
  synchronized void revoke(String keyId) {
    keys.remove(keyId);
    tokens.values().removeIf(token -> token.key().equals(keyId));
  }

  /** Every token there is ends now; the keys stay. */
  synchronized void expireAll() {
    tokens.clear();
  }

  synchronized int issued() {
    return issued;
  }

  /** Whether the call carries a token that is believed. */
  synchronized boolean believes(Request request) {
    var header = request.header("authorization");
    var token = tokens.get(header.replaceFirst("^Bearer ", ""));
    return header.startsWith("Bearer ") && token != null && clock.instant().isBefore(token.until());
  }

  /**
   * A call to the token endpoint.
   *
   * @param audience what assertions must be made out to
   */
  synchronized Response handle(Request request, Supplier<String> audience) {
    if (!request.method().equals("POST") || !request.path().equals("/token")) {
      return new Response(404, Map.of(), "not found");
    }
    var form = Request.fields(request.text());
    if (!form.getOrDefault("grant_type", "").equals(GRANT)) {
      return refusal("unsupported_grant_type", "Invalid grant_type");
    }
    try {
      return issue(form.getOrDefault("assertion", ""), audience.get());
    } catch (JsonProcessingException | IllegalArgumentException notReadable) {
      return refusal("invalid_grant", "Invalid JWT: not a signed JWT");
    }
  }

  private Response issue(String assertion, String audience) throws JsonProcessingException {
    var parts = assertion.split("\\.", -1);
    if (parts.length != 3) {
      return refusal("invalid_grant", "Invalid JWT: not three parts");
    }
    var header = decode(parts[0]);
    var claims = decode(parts[1]);
    var keyId = header.path("kid").asText();
    var key = keys.get(keyId);
    if (key == null || !key.account().equals(claims.path("iss").asText())) {
      return refusal("invalid_grant", "Invalid grant: account not found");
    }
    if (!header.path("alg").asText().equals("RS256") || !signed(parts, key.key())) {
      return refusal("invalid_grant", "Invalid JWT Signature.");
    }
    if (!claims.path("aud").asText().equals(audience)) {
      return refusal("invalid_grant", "Invalid JWT: Failed audience check");
    }
    if (!timely(claims)) {
      return refusal(
          "invalid_grant",
          "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable"
              + " timeframe. Check your iat and exp values in the JWT claim.");
    }
    if (!claims.path("scope").asText().contains("https://www.googleapis.com/auth/")) {
      return refusal("invalid_scope", "Invalid OAuth scope or ID token audience provided.");
    }
    var token = "ya29.canary-token-" + ++issued;
    tokens.put(token, new Token(keyId, clock.instant().plus(LIFE)));
    return Response.json(
        200,
        JSON.writeValueAsString(
            Map.of("access_token", token, "expires_in", 3599, "token_type", "Bearer")));
  }

  private boolean timely(JsonNode claims) {
    var now = clock.instant().getEpochSecond();
    var from = claims.path("iat").asLong();
    var until = claims.path("exp").asLong();
    return from <= now + SKEW && until > now - SKEW && until - from <= LIFE.toSeconds();
  }

  private static JsonNode decode(String part) throws JsonProcessingException {
    return JSON.readTree(new String(Base64.getUrlDecoder().decode(part), UTF_8));
  }

  private static boolean signed(String[] parts, PublicKey key) {
    try {
      var signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(key);
      signature.update((parts[0] + "." + parts[1]).getBytes(UTF_8));
      return signature.verify(Base64.getUrlDecoder().decode(parts[2]));
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static Response refusal(String error, String description) {
    return Response.json(
        400, JSON.valueToTree(Map.of("error", error, "error_description", description)).toString());
  }
}
