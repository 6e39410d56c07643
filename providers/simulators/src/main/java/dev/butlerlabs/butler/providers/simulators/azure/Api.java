package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.azure.Definition.Match;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Resource Manager in front: sign-in, limits, definition, roles, and then the call itself. */
final class Api {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern FOLLOW =
      Pattern.compile(
          "/subscriptions/[^/]+/providers/[^/]+/locations/[^/]+/(operations|results)/(.+)");

  private final Estate estate;
  private final Directory directory;
  private final Roles roles;
  private final Throttle throttle;
  private final Handlers handlers;
  private final Definition definition = new Definition();
  private final Shapes shapes = new Shapes();

  Api(Estate estate, Directory directory, Roles roles, Handlers handlers) {
    this.estate = estate;
    this.directory = directory;
    this.roles = roles;
    this.handlers = handlers;
    this.throttle = new Throttle(estate::now);
  }

  Response handle(Request request) {
    synchronized (estate) {
      estate.settle();
      if (Directory.serves(request)) {
        return directory.token(request);
      }
      try {
        directory.authenticate(request);
        return counted(request);
      } catch (Refused refused) {
        return refusal(refused);
      }
    }
  }

  private Response counted(Request request) {
    var kind = Throttle.Kind.of(request.method());
    var left = throttle.take(kind);
    if (left < 0) {
      var slow =
          refusal(
              new Refused(
                  429,
                  "SubscriptionRequestsThrottled",
                  "Number of requests for subscription has exceeded the limit."));
      return with(slow, Map.of("Retry-After", "1", kind.header(), "0"));
    }
    try {
      return with(call(request), Map.of(kind.header(), Integer.toString(left)));
    } catch (Refused refused) {
      return with(refusal(refused), Map.of(kind.header(), Integer.toString(left)));
    }
  }

  private static Response with(Response response, Map<String, String> more) {
    var headers = new LinkedHashMap<>(response.headers());
    headers.putAll(more);
    return new Response(response.status(), headers, response.body());
  }

  private static Response refusal(Refused refused) {
    var body = JsonNodeFactory.instance.objectNode();
    body.putObject("error").put("code", refused.code()).put("message", refused.words());
    return Response.json(refused.status(), body.toString());
  }

  private Response call(Request request) {
    var follow = FOLLOW.matcher(request.path());
    if (follow.matches()) {
      return followed(follow.group(1).equals("operations"), follow.group(2));
    }
    var match = definition.require(request);
    roles.require(match.operation().action(), match.id());
    handlers.requireGroup(match);
    return handlers.serve(match, request, body(match, request));
  }

  private ObjectNode body(Match match, Request request) {
    var none = JsonNodeFactory.instance.objectNode();
    if (match.operation().model().isEmpty()) {
      return none;
    }
    JsonNode body;
    try {
      body = JSON.readTree(request.text());
    } catch (JsonProcessingException _) {
      throw Refused.badRequest(
          "InvalidRequestContent",
          "The request content was invalid and could not be deserialized.");
    }
    shapes.check(match.operation().model(), body);
    tags(body.path("tags"));
    return (ObjectNode) body;
  }

  private static void tags(JsonNode tags) {
    if (tags.size() > 50) {
      throw Refused.badRequest(
          "TooManyTags", "The resource has %d tags; the limit is 50.".formatted(tags.size()));
    }
    tags.properties()
        .forEach(
            tag -> {
              if (tag.getKey().matches(".*[<>%&\\\\?/].*") || tag.getKey().length() > 512) {
                throw Refused.badRequest(
                    "InvalidTagNameCharacters",
                    "The tag names '%s' have reserved characters '<,>,%%,&,\\,?,/'."
                        .formatted(tag.getKey()));
              }
              if (tag.getValue().asText().length() > 256) {
                throw Refused.badRequest(
                    "InvalidTagValueLength", "Tag value too long for " + tag.getKey());
              }
            });
  }

  /** How something that takes a while stands: its status, or its result once there is one. */
  private Response followed(boolean status, String id) {
    var work =
        estate
            .work(id)
            .orElseThrow(
                () -> new Refused(404, "OperationNotFound", "The operation was not found."));
    if (status) {
      return Response.json(200, work.status().toString());
    }
    return work.done()
        ? new Response(204, Map.of(), "")
        : new Response(202, Map.of("Retry-After", "10"), "");
  }
}
