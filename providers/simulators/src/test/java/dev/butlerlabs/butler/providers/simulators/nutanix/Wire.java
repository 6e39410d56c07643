package dev.butlerlabs.butler.providers.simulators.nutanix;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Calls to a stand-in, as anybody could make them. */
final class Wire implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrismStandIn prism;
  private final HttpClient client;

  Wire(PrismStandIn prism) {
    this.prism = prism;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(TlsContext.trusting(List.of(Pem.certificate(prism.authorityPem()))))
            .build();
  }

  /** What came back. */
  record Answer(int status, JsonNode body, Map<String, List<String>> headers) {
    String header(String name) {
      return headers.getOrDefault(name, List.of("")).getFirst();
    }
  }

  Answer send(String method, String path, String body) throws IOException, InterruptedException {
    return send(method, path, body, "me:s3cret", Map.of());
  }

  Answer send(String method, String path, String body, String user, Map<String, String> headers)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(prism.uri() + path))
            .header(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8)))
            .header("Content-Type", "application/json");
    headers.forEach(request::header);
    var response =
        client.send(
            request.method(method, HttpRequest.BodyPublishers.ofString(body)).build(),
            HttpResponse.BodyHandlers.ofString());
    return new Answer(
        response.statusCode(), JSON.readTree(response.body()), response.headers().map());
  }

  @Override
  public void close() {
    client.close();
  }
}
