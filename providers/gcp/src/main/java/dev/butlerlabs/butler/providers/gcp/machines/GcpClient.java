package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.providers.http.Answer;
import dev.butlerlabs.butler.providers.http.Call;
import dev.butlerlabs.butler.providers.http.Form;
import dev.butlerlabs.butler.providers.http.PlatformHttp;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Calls of one of Google's APIs, with a token and with Google's way of saying no. */
final class GcpClient implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A list that never ends is a fault of whoever makes it. */
  private static final int MOST_PAGES = 1000;

  private final PlatformHttp http;
  private final AccessTokens tokens;

  GcpClient(PlatformHttp http, AccessTokens tokens) {
    this.http = http;
    this.tokens = tokens;
  }

  JsonNode get(String what, String path) throws Trouble {
    return send(Call.get(what, path));
  }

  /** Empty when there is none. */
  Optional<JsonNode> find(String what, String path) throws Trouble {
    try {
      return Optional.of(get(what, path));
    } catch (Trouble trouble) {
      if (trouble.fault() instanceof Fault.NotFound) {
        return Optional.empty();
      }
      throw trouble;
    }
  }

  /**
   * All pages of a list.
   *
   * @param query with a filter, mostly
   */
  List<JsonNode> pages(String what, String path, Map<String, String> query) throws Trouble {
    return pages(what, path, query, rest -> get(what, rest));
  }

  /** All pages of a list that is asked for with a POST. */
  List<JsonNode> posted(String what, String path) throws Trouble {
    var nothing = JsonNodeFactory.instance.objectNode();
    return pages(what, path, Map.of(), rest -> post(what, rest, nothing, List.of()));
  }

  private interface Ask {
    JsonNode page(String path) throws Trouble;
  }

  private static List<JsonNode> pages(String what, String path, Map<String, String> query, Ask ask)
      throws Trouble {
    var pages = new ArrayList<JsonNode>();
    var more = new LinkedHashMap<>(query);
    while (pages.size() < MOST_PAGES) {
      var page = ask.page(more.isEmpty() ? path : path + "?" + Form.encode(more));
      pages.add(page);
      var next = page.path("nextPageToken").asText();
      if (next.isEmpty()) {
        return pages;
      }
      more.put("pageToken", next);
    }
    throw new Trouble(new Fault.Unavailable(what, "the list has no end"));
  }

  JsonNode post(String what, String path, JsonNode body, List<SecretText> secrets) throws Trouble {
    return send(
        Call.of(what, "POST", path).sending(Call.Body.json(body.toString())).hiding(secrets));
  }

  JsonNode patch(String what, String path, JsonNode body) throws Trouble {
    return send(Call.of(what, "PATCH", path).sending(Call.Body.json(body.toString())));
  }

  JsonNode post(String what, String path) throws Trouble {
    return send(Call.of(what, "POST", path));
  }

  JsonNode delete(String what, String path) throws Trouble {
    return send(Call.of(what, "DELETE", path));
  }

  /** A token may end before its time: a call that was not let in is made once more with another. */
  private JsonNode send(Call call) throws Trouble {
    var token = tokens.token();
    try {
      return exchange(call, token);
    } catch (Trouble trouble) {
      if (!(trouble.fault() instanceof Fault.Unauthorized)) {
        throw trouble;
      }
      tokens.forget(token);
      return exchange(call, tokens.token());
    }
  }

  private JsonNode exchange(Call call, SecretText token) throws Trouble {
    var signed =
        call.with("Authorization", new SecretText("Bearer " + token.reveal()))
            .hiding(List.of(token));
    return switch (http.send(signed)) {
      case Answer.Success(var reply) -> parse(call, reply.body());
      case Answer.Refusal(var reply, var fault) ->
          throw new Trouble(GcpFaults.of(call.what(), error(reply.body()), fault));
      case Answer.Silence(var fault) -> throw new Trouble(fault);
    };
  }

  private static JsonNode parse(Call call, String body) throws Trouble {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException notJson) {
      throw new Trouble(new Fault.Unavailable(call.what(), "the answer is not JSON"));
    }
  }

  /** Something in front of Google may answer in its own words. */
  private static JsonNode error(String body) {
    try {
      return JSON.readTree(body).path("error");
    } catch (JsonProcessingException notGoogle) {
      return JsonNodeFactory.instance.objectNode();
    }
  }

  String address() {
    return http.address();
  }

  @Override
  public void close() {
    http.close();
  }
}
