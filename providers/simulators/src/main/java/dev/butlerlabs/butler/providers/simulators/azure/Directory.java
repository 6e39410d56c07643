package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Microsoft Entra: applications, their secrets, and the tokens they are given. */
final class Directory {

  private static final Pattern TOKEN = Pattern.compile("/([^/]+)/oauth2/v2\\.0/token");
  private static final Duration LIFE = Duration.ofSeconds(3599);

  private final InstantSource clock;
  private final String tenant;
  private final Map<String, String> secrets = new HashMap<>();
  private final Map<String, Instant> tokens = new HashMap<>();
  private int issued;

  Directory(InstantSource clock, String tenant) {
    this.clock = clock;
    this.tenant = tenant;
  }

  void application(String client, String secret) {
    secrets.put(client, secret);
  }

  /** The application, its secret and all its tokens are believed no longer. */
  void revoke(String client) {
    secrets.remove(client);
    tokens.clear();
  }

  static boolean serves(Request request) {
    return TOKEN.matcher(request.path()).matches();
  }

  int issued() {
    return issued;
  }

  Response token(Request request) {
    var path = TOKEN.matcher(request.path());
    if (!path.matches() || !path.group(1).equals(tenant)) {
      return error(400, "invalid_request", 90002, "Tenant not found. Check the tenant id.");
    }
    if (!request.method().equals("POST")) {
      return error(405, "invalid_request", 900561, "The endpoint only accepts POST requests.");
    }
    var form = Request.fields(request.text());
    if (!form.getOrDefault("grant_type", "").equals("client_credentials")) {
      return error(400, "unsupported_grant_type", 70003, "The app requested an unsupported grant.");
    }
    if (!form.getOrDefault("scope", "").endsWith("/.default")) {
      return error(400, "invalid_scope", 1002012, "The provided value for scope is not valid.");
    }
    var client = form.getOrDefault("client_id", "");
    if (!secrets.containsKey(client)) {
      return error(
          400,
          "unauthorized_client",
          700016,
          "Application with identifier '%s' was not found in the directory.".formatted(client));
    }
    if (!form.getOrDefault("client_secret", "").equals(secrets.get(client))) {
      return error(401, "invalid_client", 7000215, "Invalid client secret provided.");
    }
    var token = "eyJ0eXAi.canary-access-token-%d.c2ln".formatted(++issued);
    tokens.put(token, clock.instant().plus(LIFE));
    return Response.json(
        200,
        JsonNodeFactory.instance
            .objectNode()
            .put("token_type", "Bearer")
            .put("expires_in", LIFE.toSeconds())
            .put("ext_expires_in", LIFE.toSeconds())
            .put("access_token", token)
            .toString());
  }

  private static Response error(int status, String error, int number, String words) {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("error", error).put("error_description", "AADSTS" + number + ": " + words);
    body.putArray("error_codes").add(number);
    return Response.json(status, body.toString());
  }

  /** Refuses a call without a token that is believed. */
  void authenticate(Request request) {
    var header = request.header("authorization");
    if (!header.startsWith("Bearer ")) {
      throw new Refused(
          401,
          "AuthenticationFailed",
          "Authentication failed. The 'Authorization' header is missing.");
    }
    var until = tokens.get(header.substring("Bearer ".length()));
    if (until == null) {
      throw new Refused(401, "InvalidAuthenticationToken", "The access token is invalid.");
    }
    if (!until.isAfter(clock.instant())) {
      throw new Refused(
          401,
          "ExpiredAuthenticationToken",
          "The access token expiry UTC time '%s' is earlier than current UTC time '%s'."
              .formatted(until, clock.instant()));
    }
  }
}
