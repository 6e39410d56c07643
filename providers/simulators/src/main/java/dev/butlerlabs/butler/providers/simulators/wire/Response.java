package dev.butlerlabs.butler.providers.simulators.wire;

import java.util.Map;

/** What a platform answers. */
public record Response(int status, Map<String, String> headers, String body) {

  public Response {
    headers = Map.copyOf(headers);
  }

  public static Response json(int status, String body) {
    return new Response(status, Map.of("Content-Type", "application/json;charset=UTF-8"), body);
  }
}
