package dev.butlerlabs.butler.teams.signin;

import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.teams.signin.plan.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Objects;

/** Asks issuers for their discovery documents. */
final class Issuers {

  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(20);

  /** Real ones have a few thousand bytes. */
  private static final long LARGEST = 256 * 1024;

  private final HttpClient strict = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  /** Section 4.1 of the standard: below the issuer, without a slash more. */
  static URI document(String issuer) {
    var base = issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
    return URI.create(base + "/.well-known/openid-configuration");
  }

  Answer ask(String issuer, boolean trustingAnybody) throws InterruptedException {
    HttpRequest request;
    try {
      request =
          HttpRequest.newBuilder(document(issuer))
              .timeout(ANSWER)
              .header("Accept", "application/json")
              .build();
    } catch (IllegalArgumentException _) {
      return new Answer.Silence("spec.oidc.issuerURL is no address");
    }
    if (!trustingAnybody) {
      return ask(strict, request);
    }
    try (var client = trusting()) {
      return ask(client, request);
    }
  }

  private static Answer ask(HttpClient client, HttpRequest request) throws InterruptedException {
    try {
      var answer = client.send(request, BodyHandlers.limiting(BodyHandlers.ofString(), LARGEST));
      return answer.statusCode() == 200
          ? new Answer.Text(answer.body())
          : new Answer.Status(answer.statusCode());
    } catch (IOException failed) {
      return new Answer.Silence(
          Objects.requireNonNullElse(failed.getMessage(), failed.getClass().getSimpleName()));
    }
  }

  /** For trials: somebody wrote insecureSkipVerify. */
  private static HttpClient trusting() {
    return HttpClient.newBuilder()
        .connectTimeout(CONNECT)
        .sslContext(TlsContext.believingAnybody())
        .build();
  }
}
