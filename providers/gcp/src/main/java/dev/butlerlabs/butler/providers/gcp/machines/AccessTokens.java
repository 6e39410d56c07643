package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.http.Answer;
import dev.butlerlabs.butler.providers.http.Call;
import dev.butlerlabs.butler.providers.http.PlatformHttp;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The token that calls carry. One thread at a time fetches one; who comes meanwhile waits for that
 * fetch and shares what came of it, trouble too.
 */
final class AccessTokens implements AutoCloseable {

  /** Renewed this long before its end, so that none ends on the way. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private static final String WHAT = "fetch an access token from Google";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PlatformHttp http;
  private final ServiceAccountKey key;
  private final URI endpoint;
  private final InstantSource clock;
  private final AtomicReference<CompletableFuture<Fetched>> current =
      new AtomicReference<>(CompletableFuture.completedFuture(new Fetched.Nothing()));

  AccessTokens(PlatformHttp http, ServiceAccountKey key, URI endpoint, InstantSource clock) {
    this.http = http;
    this.key = key;
    this.endpoint = endpoint;
    this.clock = clock;
  }

  /** What came of a fetch. */
  private sealed interface Fetched {
    record Nothing() implements Fetched {}

    record Token(SecretText text, Instant until) implements Fetched {}

    record Refusal(Fault fault) implements Fetched {}
  }

  SecretText token() throws Trouble {
    while (true) {
      var held = current.get();
      if (held.isDone()
          && !(held.getNow(new Fetched.Nothing()) instanceof Fetched.Token(_, var until)
              && clock.instant().isBefore(until))) {
        var mine = new CompletableFuture<Fetched>();
        if (current.compareAndSet(held, mine)) {
          mine.complete(fetchSafely());
          return read(mine);
        }
      } else {
        return read(held);
      }
    }
  }

  /** A token that Google no longer believes is not used again. */
  void forget(SecretText token) {
    var held = current.get();
    if (held.isDone()
        && held.getNow(new Fetched.Nothing()) instanceof Fetched.Token(var text, _)
        && text.equals(token)) {
      current.compareAndSet(held, CompletableFuture.completedFuture(new Fetched.Nothing()));
    }
  }

  private static SecretText read(CompletableFuture<Fetched> fetch) throws Trouble {
    try {
      return switch (fetch.get()) {
        case Fetched.Token(var text, _) -> text;
        case Fetched.Refusal(var fault) -> throw new Trouble(fault);
        case Fetched.Nothing _ -> throw new Trouble(new Fault.Unavailable(WHAT, "no answer"));
      };
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new Trouble(new Fault.Unavailable(WHAT, "the call was called off"));
    } catch (ExecutionException bug) {
      throw new IllegalStateException(bug);
    }
  }

  /** Whatever happens, those who wait must be told. */
  private Fetched fetchSafely() {
    Fetched fetched = new Fetched.Nothing();
    try {
      fetched = fetch();
    } catch (Trouble trouble) {
      fetched = new Fetched.Refusal(trouble.fault());
    } catch (RuntimeException bug) {
      fetched = new Fetched.Refusal(new Fault.Unavailable(WHAT, bug.getClass().getSimpleName()));
    }
    return fetched;
  }

  private Fetched fetch() throws Trouble {
    var now = clock.instant();
    var assertion = key.assertion(endpoint.toString(), now);
    var call =
        Call.of(WHAT, "POST", endpoint.getRawPath())
            .sending(
                Call.Body.form(
                    Map.of(
                        "grant_type",
                        "urn:ietf:params:oauth:grant-type:jwt-bearer",
                        "assertion",
                        assertion.reveal())))
            .hiding(List.of(assertion));
    return switch (http.send(call)) {
      case Answer.Success(var reply) -> token(reply.body(), now);
      case Answer.Refusal(var reply, var fault) -> throw new Trouble(refusal(reply, fault));
      case Answer.Silence(var fault) -> throw new Trouble(fault);
    };
  }

  private static Fetched token(String body, Instant now) throws Trouble {
    try {
      var json = JSON.readTree(body);
      var text = json.path("access_token").asText();
      if (!text.isEmpty()) {
        var life = Duration.ofSeconds(json.path("expires_in").asLong(0));
        return new Fetched.Token(new SecretText(text), now.plus(life).minus(MARGIN));
      }
    } catch (JsonProcessingException _) {
      // Said below: the body itself may hold the token.
    }
    throw new Trouble(new Fault.Unavailable(WHAT, "the answer holds no token"));
  }

  /** Google says 400 when it does not know the account, the key or the signature. */
  private static Fault refusal(Answer.Reply reply, Fault usual) {
    JsonNode json;
    try {
      json = JSON.readTree(reply.body());
    } catch (JsonProcessingException notGoogle) {
      return usual;
    }
    var error = json.path("error").asText();
    return error.matches("invalid_grant|invalid_client|unauthorized_client|account_disabled")
        ? new Fault.Unauthorized(WHAT, error + ": " + json.path("error_description").asText())
        : usual;
  }

  @Override
  public void close() {
    http.close();
  }
}
