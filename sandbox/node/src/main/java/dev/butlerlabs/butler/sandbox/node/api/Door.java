package dev.butlerlabs.butler.sandbox.node.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Calls to one API server with one identity, on the JDK's own HTTP client and on JSON as it comes:
 * the node reads few fields and must not slow down the start of the sandbox.
 */
public final class Door implements AutoCloseable {

  private static final Duration DEADLINE = Duration.ofSeconds(10);

  /** The API server allows 250 streams on one connection; a watch holds one for long. */
  private static final int WATCHES_PER_CONNECTION = 100;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The server's answer. */
  public record Answer(int code, JsonNode body) {

    public boolean done() {
      return code / 100 == 2;
    }

    public boolean absent() {
      return code == 404;
    }

    public String message() {
      return body.path("message").asText("the server answered " + code);
    }
  }

  private final Kubeconfig config;
  private final HttpClient client;
  private final Map<HttpClient, Integer> watching = new LinkedHashMap<>();

  public Door(Kubeconfig config) {
    this.config = config;
    client = newClient();
  }

  private HttpClient newClient() {
    return HttpClient.newBuilder()
        .sslContext(TlsContext.of(config))
        .connectTimeout(Duration.ofSeconds(5))
        .build();
  }

  public Answer get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  public Answer post(String path, JsonNode body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString())));
  }

  public Answer put(String path, JsonNode body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body.toString())));
  }

  /** Replaces what the patch names, lists as a whole. */
  public Answer merge(String path, JsonNode patch) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/merge-patch+json")
            .method("PATCH", BodyPublishers.ofString(patch.toString())));
  }

  public Answer delete(String path, ObjectNode options) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method("DELETE", BodyPublishers.ofString(options.toString())));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(config.server() + path))
        .header("Accept", "application/json")
        .timeout(DEADLINE);
  }

  private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    var answer = client.send(request.build(), BodyHandlers.ofString());
    return new Answer(answer.statusCode(), parse(answer.body()));
  }

  /** The head of a stream that goes on until either side ends it. */
  HttpResponse<InputStream> stream(HttpClient on, String path)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(config.server() + path))
            .header("Accept", "application/json")
            .build();
    return on.send(request, BodyHandlers.ofInputStream());
  }

  /** A connection with room for one more watch. */
  synchronized HttpClient roomForWatch() {
    for (var entry : watching.entrySet()) {
      if (entry.getValue() < WATCHES_PER_CONNECTION) {
        entry.setValue(entry.getValue() + 1);
        return entry.getKey();
      }
    }
    var fresh = newClient();
    watching.put(fresh, 1);
    return fresh;
  }

  synchronized void giveBack(HttpClient connection) {
    watching.computeIfPresent(connection, (_, watches) -> watches - 1);
  }

  static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException notJson) {
      return JsonNodeFactory.instance.objectNode().put("message", text);
    }
  }

  @Override
  public synchronized void close() {
    client.shutdownNow();
    watching.keySet().forEach(HttpClient::shutdownNow);
  }
}
