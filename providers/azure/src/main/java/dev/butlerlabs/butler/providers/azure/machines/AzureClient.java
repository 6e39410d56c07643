package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.http.Answer;
import dev.butlerlabs.butler.providers.http.Call;
import dev.butlerlabs.butler.providers.http.PlatformHttp;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls of Azure Resource Manager. Work that goes on after an answer is not waited for. */
final class AzureClient implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** No list we ask for has more; one that has would never end. */
  private static final int MOST_PAGES = 500;

  private final PlatformHttp http;
  private final URI base;
  private final SignIn signIn;

  AzureClient(PlatformHttp http, URI base, SignIn signIn) {
    this.http = http;
    this.base = base;
    this.signIn = signIn;
  }

  /** What is at that path, or nothing when Azure says so; any other trouble is trouble. */
  Optional<JsonNode> find(String what, String path) throws Trouble {
    var call = Call.get(what, path);
    var answer = signed(call);
    if (answer instanceof Answer.Refusal(var reply, _)
        && AzureFaults.absent(reply.status(), error(reply.body()).path("code").asText(""))) {
      return Optional.empty();
    }
    return Optional.of(body(call, answer));
  }

  JsonNode get(String what, String path) throws Trouble {
    return send(Call.get(what, path));
  }

  /** All pages of a list. */
  List<JsonNode> list(String what, String path) throws Trouble {
    var all = new ArrayList<JsonNode>();
    var next = path;
    for (var page = 0; page < MOST_PAGES; page++) {
      var body = get(what, next);
      body.path("value").forEach(all::add);
      next = below(what, body.path("nextLink").asText(""));
      if (next.isEmpty()) {
        return all;
      }
    }
    throw new Trouble(new Fault.Unavailable(what, "the list has no end"));
  }

  /** Azure names the next page by its whole address; the token goes to no other host. */
  private String below(String what, String link) throws Trouble {
    if (link.isEmpty() || link.startsWith(base + "/")) {
      return link.isEmpty() ? "" : link.substring(base.toString().length());
    }
    throw new Trouble(new Fault.Unavailable(what, "the next page is at another host"));
  }

  JsonNode put(String what, String path, ObjectNode body, List<SecretText> secrets) throws Trouble {
    return send(writing(Call.of(what, "PUT", path), body).hiding(secrets));
  }

  /** Makes it only when nothing of that name is there; else {@link Fault.Busy}. */
  JsonNode create(String what, String path, ObjectNode body, List<SecretText> secrets)
      throws Trouble {
    return send(
        writing(Call.of(what, "PUT", path), body)
            .hiding(secrets)
            .with("If-None-Match", new SecretText("*")));
  }

  /** Changes it only when nobody else has since it was looked at; else {@link Fault.Busy}. */
  JsonNode change(String what, String path, ObjectNode body, String etag) throws Trouble {
    return send(writing(Call.of(what, "PUT", path), body).with("If-Match", new SecretText(etag)));
  }

  void delete(String what, String path) throws Trouble {
    send(Call.of(what, "DELETE", path));
  }

  void post(String what, String path) throws Trouble {
    send(Call.of(what, "POST", path));
  }

  private static Call writing(Call call, ObjectNode body) {
    return call.sending(Call.Body.json(body.toString()));
  }

  private JsonNode send(Call call) throws Trouble {
    return body(call, signed(call));
  }

  /** A token may end or be withdrawn at any time: a call refused for it was not done. */
  private Answer signed(Call call) throws Trouble {
    var token = signIn.token();
    var answer = http.send(sign(call, token));
    if (answer instanceof Answer.Refusal(var reply, _) && reply.status() == 401) {
      signIn.forget(token);
      return http.send(sign(call, signIn.token()));
    }
    return answer;
  }

  private static Call sign(Call call, SecretText token) {
    return call.with("Authorization", new SecretText("Bearer " + token.reveal()))
        .hiding(List.of(token));
  }

  private JsonNode body(Call call, Answer answer) throws Trouble {
    switch (answer) {
      case Answer.Silence(var fault) -> throw new Trouble(fault);
      case Answer.Refusal(var reply, var usual) -> {
        var error = error(reply.body());
        throw new Trouble(
            AzureFaults.of(
                call.what(),
                reply.status(),
                error.path("code").asText(""),
                error.path("message").asText(""),
                error.path("target").asText(""),
                usual));
      }
      case Answer.Success(var reply) -> {
        if (reply.body().isEmpty()) {
          return JsonNodeFactory.instance.objectNode();
        }
        try {
          return JSON.readTree(reply.body());
        } catch (JsonProcessingException _) {
          throw new Trouble(new Fault.Unavailable(call.what(), "the answer is no JSON"));
        }
      }
    }
  }

  private static JsonNode error(String body) {
    try {
      return JSON.readTree(body).path("error");
    } catch (JsonProcessingException _) {
      return JsonNodeFactory.instance.objectNode();
    }
  }

  /** What a body says, without secrets. */
  String clean(String text) {
    return http.redact(Call.get("", ""), text);
  }

  String address() {
    return http.address();
  }

  @Override
  public void close() {
    http.close();
    signIn.close();
  }
}
