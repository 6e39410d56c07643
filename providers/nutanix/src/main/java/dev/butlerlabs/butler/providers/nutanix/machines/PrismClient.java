package dev.butlerlabs.butler.providers.nutanix.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.http.Answer;
import dev.butlerlabs.butler.providers.http.Call;
import dev.butlerlabs.butler.providers.http.PlatformHttp;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Calls to Prism Central, as JSON, in the name of one user. */
final class PrismClient implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PlatformHttp http;
  private final SecretText authorization;

  PrismClient(PlatformHttp http, String user, SecretText password) {
    this.http = http;
    var pair = (user + ":" + password.reveal()).getBytes(UTF_8);
    this.authorization = new SecretText("Basic " + Base64.getEncoder().encodeToString(pair));
  }

  JsonNode get(String what, String path) throws Trouble {
    return send(Call.get(what, path));
  }

  /** An answer and the ETag it came with, or an empty one. */
  record Tagged(JsonNode body, String etag) {
    @Override
    public String toString() {
      return "Tagged[" + etag + "]";
    }
  }

  /** Empty when Prism itself says that there is none; a 404 from anybody else is trouble. */
  Optional<JsonNode> find(String what, String path) throws Trouble {
    return findTagged(what, path).map(Tagged::body);
  }

  Optional<Tagged> findTagged(String what, String path) throws Trouble {
    var call = Call.get(what, path);
    return switch (exchange(call)) {
      case Answer.Silence(var fault) -> throw new Trouble(fault);
      case Answer.Success(var reply) ->
          Optional.of(new Tagged(parsed(call, reply), reply.header("ETag")));
      case Answer.Refusal(var reply, var fault) -> {
        var body = tree(reply.body());
        if (reply.status() == 404 && PrismFaults.isPrism(body)) {
          yield Optional.empty();
        }
        throw refused(call, reply, body, fault);
      }
    };
  }

  JsonNode post(String what, String path, JsonNode body, List<SecretText> hidden) throws Trouble {
    return send(sending(Call.of(what, "POST", path), body, hidden));
  }

  JsonNode put(String what, String path, JsonNode body, List<SecretText> hidden) throws Trouble {
    return send(sending(Call.of(what, "PUT", path), body, hidden));
  }

  JsonNode delete(String what, String path) throws Trouble {
    return send(Call.of(what, "DELETE", path));
  }

  private static Call sending(Call call, JsonNode body, List<SecretText> hidden) {
    return call.sending(Call.Body.json(body.toString())).hiding(hidden);
  }

  /** Any call. */
  JsonNode send(Call call) throws Trouble {
    return switch (exchange(call)) {
      case Answer.Silence(var fault) -> throw new Trouble(fault);
      case Answer.Refusal(var reply, var fault) ->
          throw refused(call, reply, tree(reply.body()), fault);
      case Answer.Success(var reply) -> parsed(call, reply);
    };
  }

  private Answer exchange(Call call) {
    return http.send(call.with("Authorization", authorization));
  }

  private static Trouble refused(Call call, Answer.Reply reply, JsonNode body, Fault usual) {
    if (reply.status() == 404 && !PrismFaults.isPrism(body)) {
      return new Trouble(
          new Fault.Unavailable(call.what(), "404, and not from Prism Central: " + usual.detail()));
    }
    return PrismFaults.refused(call.what(), reply.status(), body, usual);
  }

  private static JsonNode parsed(Call call, Answer.Reply reply) throws Trouble {
    if (reply.body().isBlank()) {
      return JSON.createObjectNode();
    }
    try {
      return JSON.readTree(reply.body());
    } catch (JsonProcessingException unreadable) {
      throw new Trouble(new Fault.Unavailable(call.what(), "the answer is no JSON"));
    }
  }

  private static JsonNode tree(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException unreadable) {
      return JSON.missingNode();
    }
  }

  /** A text that came with an answer, without the account's secrets and these. */
  String redact(String text, List<SecretText> hidden) {
    return http.redact(Call.get("redact", "/").hiding(hidden), text);
  }

  String address() {
    return http.address();
  }

  @Override
  public void close() {
    http.close();
  }
}
