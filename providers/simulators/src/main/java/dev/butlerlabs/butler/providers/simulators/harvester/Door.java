package dev.butlerlabs.butler.providers.simulators.harvester;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/** Hands calls on to the API server as they are, but for what admission says. */
final class Door implements AutoCloseable {

  private static final List<String> HANDED_ON =
      List.of("authorization", "content-type", "accept", "user-agent");

  private final URI server;
  private final HttpClient client;
  private final Admission admission;
  private final Runnable written;

  /**
   * @param written told after each call that changed something
   */
  Door(URI server, SSLContext trust, Admission admission, Runnable written) {
    this.server = server;
    this.client = HttpClient.newBuilder().sslContext(trust).build();
    this.admission = admission;
    this.written = written;
  }

  Response answer(Request request) {
    var refusal =
        switch (request.method()) {
          case "POST" -> refuses(request);
          case "DELETE" -> refusesDeletion(request);
          default -> Optional.<String>empty();
        };
    if (refusal.isPresent()) {
      return refused(refusal.get());
    }
    var answer = forward(request, body(request));
    if (answer.statusCode() < 300 && !request.method().equals("GET")) {
      written.run();
    }
    return read(answer);
  }

  private Optional<String> refuses(Request request) {
    var object = tree(request);
    if (Kind.MACHINE.concerns(request.path())) {
      return admission.refuses(object);
    }
    if (Kind.BALANCER.concerns(request.path())) {
      return Admission.refusesBalancer(object);
    }
    return Kind.IMAGE.concerns(request.path()) ? admission.refusesImage(object) : Optional.empty();
  }

  private Optional<String> refusesDeletion(Request request) {
    var name = request.path().substring(request.path().lastIndexOf('/') + 1);
    if (Kind.CLAIM.concerns(request.path())) {
      return admission.refusesDeletion(name);
    }
    return Kind.IMAGE.concerns(request.path())
        ? admission.refusesImageDeletion(name)
        : Optional.empty();
  }

  private static String body(Request request) {
    if (request.method().equals("POST")
        && Kind.MACHINE.concerns(request.path())
        && tree(request) instanceof ObjectNode machine) {
      Admission.mutate(machine);
      return machine.toString();
    }
    return request.text();
  }

  /** What cannot be read, the API server will say better. */
  private static JsonNode tree(Request request) {
    try {
      var tree = Store.JSON.readTree(request.text());
      return tree == null ? Store.JSON.missingNode() : tree;
    } catch (JsonProcessingException _) {
      return Store.JSON.missingNode();
    }
  }

  private HttpResponse<String> forward(Request request, String body) {
    var query =
        request.query().entrySet().stream()
            .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    var uri = server.resolve(request.path() + (query.isEmpty() ? "" : "?" + query));
    var handed =
        HttpRequest.newBuilder(uri)
            .method(
                request.method(),
                body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    for (var name : HANDED_ON) {
      if (!request.header(name).isEmpty()) {
        handed.header(name, request.header(name));
      }
    }
    try {
      return client.send(handed.build(), BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new UncheckedIOException("the API server behind the stand-in", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  private static Response read(HttpResponse<String> answer) {
    var headers = new HashMap<String, String>();
    for (var name : List.of("Content-Type", "Retry-After")) {
      Optional<String> value = answer.headers().firstValue(name);
      value.ifPresent(text -> headers.put(name, text));
    }
    return new Response(answer.statusCode(), headers, answer.body());
  }

  /** In the words and the shape of an API server whose webhook refuses. */
  private static Response refused(String why) {
    var status =
        Store.JSON.valueToTree(
            Map.of(
                "kind", "Status",
                "apiVersion", "v1",
                "status", "Failure",
                "message", "admission webhook \"validator\" denied the request: " + why,
                "reason", "Invalid",
                "code", 422));
    return Response.json(422, status.toString());
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
