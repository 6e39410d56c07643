package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.providers.http.Answer;
import dev.butlerlabs.butler.providers.http.Call;
import dev.butlerlabs.butler.providers.http.PlatformHttp;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A service principal's token from Microsoft Entra, kept until shortly before its end. Many threads
 * that find it missing at once make one call.
 */
final class SignIn implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WHAT = "sign in at Microsoft Entra";

  /** Renewed this long before its end, so that no call is under way with one that ends. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private final PlatformHttp http;
  private final Principal principal;
  private final String scope;
  private final InstantSource clock;
  private final ReentrantLock renewing = new ReentrantLock();
  private volatile @Nullable Token held;

  SignIn(PlatformHttp http, Principal principal, String scope, InstantSource clock) {
    this.http = http;
    this.principal = principal;
    this.scope = scope;
    this.clock = clock;
  }

  /** Whom we act as. */
  record Principal(String tenant, String client, SecretText secret) {}

  private record Token(SecretText text, Instant until) {}

  SecretText token() throws Trouble {
    var current = held;
    if (current != null && fresh(current)) {
      return current.text();
    }
    renewing.lock();
    try {
      current = held;
      if (current == null || !fresh(current)) {
        current = fetch();
        held = current;
      }
      return current.text();
    } finally {
      renewing.unlock();
    }
  }

  private boolean fresh(Token token) {
    return token.until().minus(MARGIN).isAfter(clock.instant());
  }

  /** Azure did not believe this token; another that was fetched since is kept. */
  void forget(SecretText refused) {
    renewing.lock();
    try {
      var current = held;
      if (current != null && current.text().equals(refused)) {
        held = null;
      }
    } finally {
      renewing.unlock();
    }
  }

  private Token fetch() throws Trouble {
    var fields = new LinkedHashMap<String, String>();
    fields.put("grant_type", "client_credentials");
    fields.put("client_id", principal.client());
    fields.put("client_secret", principal.secret().reveal());
    fields.put("scope", scope);
    var call =
        Call.of(WHAT, "POST", "/" + principal.tenant() + "/oauth2/v2.0/token")
            .sending(Call.Body.form(fields));
    return switch (http.send(call)) {
      case Answer.Silence(var fault) -> throw new Trouble(fault);
      case Answer.Refusal(var reply, var fault) -> throw new Trouble(refused(reply, fault));
      case Answer.Success(var reply) -> read(parse(reply.body()));
    };
  }

  /** Entra answers 400 to most things that are wrong with credentials. */
  private static Fault refused(Answer.Reply reply, Fault usual) {
    var error = parse(reply.body());
    if (reply.status() >= 500 || reply.status() == 429 || !error.has("error")) {
      return usual;
    }
    return new Fault.Unauthorized(
        WHAT,
        error
            .path("error_description")
            .asText(error.path("error").asText())
            .lines()
            .findFirst()
            .orElse("refused"));
  }

  private Token read(JsonNode body) throws Trouble {
    var text = body.path("access_token").asText("");
    if (text.isEmpty()) {
      throw new Trouble(new Fault.Unavailable(WHAT, "the answer holds no token"));
    }
    var seconds = body.path("expires_in").asLong(0);
    return new Token(new SecretText(text), clock.instant().plusSeconds(seconds));
  }

  private static JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException _) {
      return JsonNodeFactory.instance.objectNode();
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
