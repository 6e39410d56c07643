package dev.butlerlabs.butler.bench.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** The answer to one request of a tenant's client. */
record Reply(HttpExchange exchange, ObjectMapper json) {

  static final String FORMAT = "application/json";

  void send(int code, JsonNode body) throws IOException {
    send(code, new Shelf.Kept(FORMAT, json.writeValueAsBytes(body)));
  }

  void send(int code, Shelf.Kept body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", body.format());
    exchange.sendResponseHeaders(code, body.body().length);
    exchange.getResponseBody().write(body.body());
  }

  void missing(String what) throws IOException {
    send(
        404,
        json.createObjectNode()
            .put("kind", "Status")
            .put("apiVersion", "v1")
            .put("status", "Failure")
            .put("reason", "NotFound")
            .put("message", "the stand-in has no " + what)
            .put("code", 404));
  }

  /** The beginning of an answer whose end nobody knows yet. */
  void begin() throws IOException {
    exchange.getResponseHeaders().set("Content-Type", FORMAT);
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().flush();
  }

  void next(JsonNode event) throws IOException {
    var out = exchange.getResponseBody();
    out.write(json.writeValueAsBytes(event));
    out.write('\n');
    out.flush();
  }
}
