package dev.butlerlabs.butler.sandbox.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The few calls an installation needs, on the JDK's own HTTP client: a full Kubernetes client would
 * take longer to wake up than the work takes.
 */
final class ApiDoor {

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);
  private static final int TOO_MANY = 429;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client;
  private final URI server;
  private final Duration patience;

  ApiDoor(HttpClient client, URI server) {
    this(client, server, DEADLINE);
  }

  /**
   * A door to one API server.
   *
   * @param patience how long a call is repeated that the server puts off
   */
  ApiDoor(HttpClient client, URI server, Duration patience) {
    this.client = client;
    this.server = server;
    this.patience = patience;
  }

  JsonNode get(String path, String accept) throws InterruptedException {
    var request = request(path).header("Accept", accept).GET().build();
    return body(path, send("read", path, request));
  }

  void apply(Manifest manifest) throws InterruptedException {
    var path = manifest.path() + "?fieldManager=butler-sandbox&force=true";
    var request =
        request(path)
            .header("Content-Type", "application/apply-patch+yaml")
            .method("PATCH", BodyPublishers.ofString(manifest.body().toString()))
            .build();
    send("apply", manifest.path(), request);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server + path)).timeout(DEADLINE);
  }

  private HttpResponse<String> send(String what, String path, HttpRequest request)
      throws InterruptedException {
    try {
      var answer = answer(request);
      if (answer.statusCode() / 100 != 2) {
        throw new Refusal(
            path,
            "the API server refused to %s it (%d): %s"
                .formatted(what, answer.statusCode(), message(answer.body())),
            "read the log of kube-apiserver and start again");
      }
      return answer;
    } catch (IOException e) {
      throw new Refusal(
          path,
          "could not %s it at %s: %s".formatted(what, server, e),
          "read the log of kube-apiserver and start again");
    }
  }

  /** A kind that was just installed or changed answers 429 while its storage is made ready. */
  private HttpResponse<String> answer(HttpRequest request)
      throws IOException, InterruptedException {
    var deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      var answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != TOO_MANY || System.nanoTime() - deadline > 0) {
        return answer;
      }
      // Its Retry-After is a whole second; the storage is ready after milliseconds.
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private static String message(String body) {
    try {
      return JSON.readTree(body).path("message").asText(body);
    } catch (IOException notJson) {
      return body;
    }
  }

  private static JsonNode body(String path, HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new Refusal(path, "the answer is not JSON: " + e, "start again");
    }
  }
}
